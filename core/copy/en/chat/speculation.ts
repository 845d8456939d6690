import type { SpeculationFigures } from '../../../contract/chat/turn'
import { formatNumber } from '../../../text/number-language'

const acceptedShare = (accepted: number, drafted: number): string => `${formatNumber((100 * accepted) / drafted, 0)} %`
const speedUp = (factor: number): string => `${formatNumber(factor, 2)} ×`

export const speculation = {
  acceptedShare,
  speedUp,

  /** Completes "tokens that …". */
  draftedBy: (by: SpeculationFigures['by']): string =>
    by === 'draft-model' ? 'were written by the draft model' : 'were looked up in the conversation',

  /** Shown while an answer is written; undefined before the first draft. */
  progress({ drafted, accepted, speedUp: factor, switchedOff }: SpeculationFigures): string | undefined {
    if (drafted === 0) return switchedOff ? 'no draft was sure enough; slower, so it was switched off' : undefined
    const share = `${acceptedShare(accepted, drafted)} of drafts accepted`
    if (switchedOff) return `${share}; slower, so it was switched off`
    if (factor === null) return share
    // For the steps with drafts only; the rate of the whole answer is shown next to it.
    return factor >= 1
      ? `${share}, steps with a draft ${speedUp(factor)} as fast`
      : `${share}, steps with a draft took ${speedUp(1 / factor)} as long`
  },
}
