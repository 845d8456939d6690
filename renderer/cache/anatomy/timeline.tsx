import { copy } from '../../../core/copy/copy'
import { ValueSlider } from '../../ui/controls/value-slider'
import type { TurnMoment } from './turn-moments'

export interface TimelineProps {
  readonly moments: readonly TurnMoment[]
  /** Index of the moment shown. null while the current cells are shown. */
  readonly at: number | null
  readonly tokensNow: number
  readonly onChange: (at: number | null) => void
}

export function Timeline({ moments, at, tokensNow, onChange }: TimelineProps) {
  const { label, now, turn } = copy.cache.anatomy.timeline
  const moment = at === null ? undefined : moments[at]
  const text = moment ? turn(moment) : now(tokensNow)
  return (
    <div className="flex flex-col gap-1">
      <ValueSlider
        label={label}
        positions={moments.length + 1}
        position={at ?? moments.length}
        onChange={(next) => onChange(next >= moments.length ? null : next)}
        valueText={text}
      />
      <p className="px-2 text-[12px] text-soft tabular-nums" data-testid="moment">
        {text}
      </p>
    </div>
  )
}
