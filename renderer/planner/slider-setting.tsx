import { useEffect, useState } from 'react'
import { formatCount } from '../../core/text/amounts'
import type { NumberFieldName } from '../settings/number-fields'
import { NumberSetting } from '../settings/number-setting'
import { nearestStop } from '../settings/stops'
import { ValueSlider } from '../ui/controls/value-slider'
import { setUnread } from './plan/planner-store'

export interface SliderSettingProps {
  readonly field: NumberFieldName
  readonly name: string
  readonly unit: string
  readonly explanation: string
  readonly stops: readonly number[]
  readonly value: number
  readonly onChange: (value: number) => void
}

/** A number set by slider or typed exactly. Invalid text stays as typed, and the plan notes that it uses the previous number. */
export function SliderSetting({ field, name, unit, explanation, stops, value, onChange }: SliderSettingProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isUnread = typed !== null
  useEffect(() => {
    if (!isUnread) return
    setUnread(name)
    return () => setUnread(null)
  }, [isUnread, name])
  return (
    <div className="pb-1">
      <NumberSetting
        field={field}
        label={name === capitalized(unit) ? name : `${name} in ${unit}`}
        explanation={explanation}
        value={value}
        typed={typed ?? undefined}
        onTyped={setTyped}
        onChange={(next) => next !== null && onChange(next)}
      />
      <ValueSlider
        label={`${name} slider`}
        positions={stops.length}
        position={nearestStop(stops, value)}
        valueText={`${formatCount(value)} ${unit}`}
        onChange={(position) => {
          setTyped(null)
          onChange(stops[position] ?? value)
        }}
      />
    </div>
  )
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
