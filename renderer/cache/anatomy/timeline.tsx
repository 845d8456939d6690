import { formatCount } from '../../../core/text/amounts'
import { ValueSlider } from '../../ui/controls/value-slider'
import type { TurnMoment } from './turn-moments'

export interface TimelineProps {
  readonly moments: readonly TurnMoment[]
  /** Index of the moment shown; null: now. */
  readonly at: number | null
  readonly tokensNow: number
  readonly onChange: (at: number | null) => void
}

/** Steps through a conversation by turn; the last position is now. */
export function Timeline({ moments, at, tokensNow, onChange }: TimelineProps) {
  const text = momentText(at === null ? undefined : moments[at], tokensNow)
  return (
    <div className="flex flex-col gap-1">
      <ValueSlider
        label="Turn"
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

function momentText(moment: TurnMoment | undefined, tokensNow: number): string {
  if (!moment) return `Now: ${formatCount(tokensNow)} tokens`
  const { turn, tokens, reusedTokens, processedTokens, outputTokens } = moment
  return `After turn ${formatCount(turn)}: ${formatCount(tokens)} tokens; ${formatCount(reusedTokens)} reused, ${formatCount(processedTokens)} processed, ${formatCount(outputTokens)} written`
}
