import { formatCount } from '../../core/text/amounts'
import { Explained } from '../ui/explained'
import { NumberInput } from '../ui/number-input'
import { ValueSlider } from '../ui/value-slider'
import { nearestStop } from './stops'

export interface SliderSettingProps {
  readonly name: string
  readonly unit: string
  readonly explanation: string
  readonly stops: readonly number[]
  readonly value: number
  readonly most: number
  readonly onChange: (value: number) => void
}

/** A number by slider, or to the last digit by typing. */
export function SliderSetting({ name, unit, explanation, stops, value, most, onChange }: SliderSettingProps) {
  return (
    <div className="pb-1">
      <div className="grid grid-cols-[minmax(0,1fr)_132px] items-center gap-3 py-1">
        <Explained by={explanation} className="justify-self-start text-soft">
          {name}
        </Explained>
        <NumberInput
          label={name === capitalized(unit) ? name : `${name} in ${unit}`}
          value={value}
          min={1}
          max={most}
          onChange={(next) => next !== null && onChange(next)}
        />
      </div>
      <ValueSlider
        label={`${name} slider`}
        positions={stops.length}
        position={nearestStop(stops, value)}
        valueText={`${formatCount(value)} ${unit}`}
        onChange={(position) => onChange(stops[position] ?? value)}
      />
    </div>
  )
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
