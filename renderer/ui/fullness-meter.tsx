import { Meter } from '@base-ui/react/meter'
import { type Fullness, fullnessOf } from '../../core/overflow/fullness'

const colors: Readonly<Record<Fullness, string>> = { roomy: 'bg-accent', 'nearly-full': 'bg-warning', full: 'bg-danger' }

export interface FullnessMeterProps {
  readonly label: string
  readonly used: number
  readonly total: number
  /** The value in words. */
  readonly text: string
  /** False for a sliding window or a recurrent state, which fills up early and ends no answer. */
  readonly warns?: boolean
  readonly className?: string
}

/** Turns amber from 80% on, and red from 95% on. */
export function FullnessMeter({ label, used, total, text, warns = true, className = 'h-2.5' }: FullnessMeterProps) {
  return (
    <Meter.Root value={Math.min(used, total)} max={Math.max(1, total)} aria-label={label} getAriaValueText={() => text}>
      <Meter.Track className={`overflow-hidden rounded-full bg-sunken ${className}`}>
        <Meter.Indicator className={`rounded-full ${colors[warns ? fullnessOf(used, total) : 'roomy']}`} />
      </Meter.Track>
    </Meter.Root>
  )
}
