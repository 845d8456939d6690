import { formatPercent } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'
import type { speculation as english } from '../../en/turn/speculation'

export const speculation: typeof english = {
  progress({ drafted, accepted, speedUp, switchedOff }) {
    if (drafted === 0)
      return switchedOff ? 'kein Entwurf war wahrscheinlich genug; Spekulation war langsamer und wurde abgeschaltet' : undefined
    const share = `${formatPercent(accepted / drafted)} der entworfenen Tokens angenommen`
    if (switchedOff) return `${share}; Spekulation war langsamer und wurde abgeschaltet`
    if (speedUp === null) return share
    return speedUp >= 1
      ? `${share}, Schritte mit Entwurf ${formatNumber(speedUp, 2)} × so schnell`
      : `${share}, Schritte mit Entwurf dauerten ${formatNumber(1 / speedUp, 2)} × so lange`
  },
}
