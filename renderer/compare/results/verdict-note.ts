/** Says what the verdicts compare with, and at which depth. A cache type that costs no speed at depth 0 can cost much at 4,096. */
import { formatCount } from '../../../core/text/amounts'

export function verdictNote(references: readonly string[], depths: readonly number[], depth: number): string {
  const beside = `Compared with ${[...new Set(references)].join(' and ')}.`
  // A single depth is shown above the table.
  return depths.length > 1
    ? `${beside} Speeds are those at depth ${formatCount(depth)}; a difference is mentioned only if it is beyond chance.`
    : `${beside} A difference in speed is mentioned only if it is beyond chance.`
}
