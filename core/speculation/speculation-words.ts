import type { SpeculationFigures } from '../contract/chat/turn'
import { formatNumber } from '../text/number-language'

export const acceptedText = (accepted: number, drafted: number): string => `${formatNumber((100 * accepted) / drafted, 0)} %`
export const speedUpText = (speedUp: number): string => `${formatNumber(speedUp, 2)} ×`

/** Completes "tokens that ... and evaluated along with the next one". */
export const draftedBy = (by: SpeculationFigures['by']): string =>
  by === 'draft-model' ? 'were written by the draft model' : 'were looked up in the conversation'

/** Shown while an answer is written; undefined before the first draft. */
export function speculationText({ drafted, accepted, speedUp, switchedOff }: SpeculationFigures): string | undefined {
  if (drafted === 0) return switchedOff ? 'no draft was sure enough, slower, switched off' : undefined
  const share = `${acceptedText(accepted, drafted)} of drafts accepted`
  if (switchedOff) return `${share}, slower, switched off`
  if (speedUp === null) return share
  // For the steps with drafts only; the rate of the whole answer is shown next to it.
  return speedUp >= 1
    ? `${share}, steps with a draft ${speedUpText(speedUp)} as fast`
    : `${share}, steps with a draft took ${speedUpText(1 / speedUp)} as long`
}
