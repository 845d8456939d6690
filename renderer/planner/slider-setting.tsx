import { useEffect, useState } from 'react'
import { copy } from '../../core/copy/copy'
import { formatCount } from '../../core/text/amounts'
import { NumberSetting } from '../settings/number-setting'
import { nearestStop } from '../settings/stops'
import { ValueSlider } from '../ui/controls/value-slider'
import { type SliderField, setUnread } from './plan/planner-store'

export interface SliderSettingProps {
  readonly field: SliderField
  readonly explanation: string
  readonly stops: readonly number[]
  /** The slider is dashed from this position on. */
  readonly markedFrom?: number | undefined
  readonly value: number
  readonly onChange: (value: number) => void
}

/** Invalid text stays in the field, and the plan uses the previous number. */
export function SliderSetting({ field, explanation, stops, markedFrom, value, onChange }: SliderSettingProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const { label, slider, unit } = copy.planner.settings.sliders[field]
  const isUnread = typed !== null
  useEffect(() => {
    if (!isUnread) return
    setUnread(field)
    return () => setUnread(null)
  }, [isUnread, field])
  return (
    <div className="pb-1">
      <NumberSetting
        field={field}
        label={label}
        explanation={explanation}
        value={value}
        typed={typed ?? undefined}
        onTyped={setTyped}
        onChange={(next) => next !== null && onChange(next)}
      />
      <ValueSlider
        label={slider}
        markedFrom={markedFrom}
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
