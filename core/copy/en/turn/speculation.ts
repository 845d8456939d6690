import type { SpeculationFigures } from '../../../contract/chat/turn'
import { formatPercent } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'

export const speculation = {
  /** undefined before the first draft. */
  progress({ drafted, accepted, speedUp, switchedOff }: SpeculationFigures): string | undefined {
    if (drafted === 0) return switchedOff ? 'no draft was likely enough; speculation was slower and was switched off' : undefined
    const share = `${formatPercent(accepted / drafted)} of drafted tokens accepted`
    if (switchedOff) return `${share}; speculation was slower and was switched off`
    if (speedUp === null) return share
    // The rate of the whole answer is shown next to this text, so the text says “steps with a draft”.
    return speedUp >= 1
      ? `${share}; steps with a draft were ${formatNumber(speedUp, 2)} × as fast`
      : `${share}; steps with a draft took ${formatNumber(1 / speedUp, 2)} × as long`
  },
}
