import { copy } from '../../copy/copy'
import { formatCount, formatMs, formatRate } from '../../text/amounts'
import type { Figure } from '../figure'
import type { TurnFigureName } from '../turn-figures'

/** With its unit. */
export function figureText(name: TurnFigureName, figure: Figure): string {
  if (figure.kind === 'none') return copy.servers.figures.notAvailable
  if (name.endsWith('Ms')) return formatMs(figure.value)
  return name.endsWith('PerSecond') ? formatRate(figure.value) : formatCount(figure.value)
}

/** Says what the figure means, and where it comes from. */
export function figureExplanation(meaning: string, figure: Figure): string {
  const source = copy.servers.figures.source(figure)
  return `${meaning} ${source.charAt(0).toUpperCase()}${source.slice(1)}.`
}
