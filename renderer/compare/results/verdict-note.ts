/** What the verdicts are beside, and at which depth their speeds were read: a cache type that costs nothing at depth 0 can cost much at 4,096. */
import { formatCount } from '../../../core/text/amounts'

export function verdictNote(references: readonly string[], depths: readonly number[], depth: number): string {
  const beside = `Compared with ${[...new Set(references)].join(' and ')}.`
  // The one depth there is stands over the table.
  return depths.length > 1
    ? `${beside} Speeds are those at depth ${formatCount(depth)}; a difference is mentioned only if it is beyond chance.`
    : `${beside} A difference in speed is mentioned only if it is beyond chance.`
}
