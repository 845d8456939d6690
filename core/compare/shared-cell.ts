/** Which measurement of a run its settings are compared by where each has several: bytes of contexts of one length. */
import type { BenchCell } from '../contract/compare/bench-runs'

/** The same key for the same measurement of each setting. */
const keyOf = ({ part, item }: BenchCell): string => `${part} ${item}`

/** Those with a row of their own in an export come first, so that an export has what is shown. */
const hasRow = ({ part }: BenchCell): boolean => part === 'speed' || part === 'tune'

/** Of the measurement that most settings have, and among those the one with the longest context: only such bytes compare. */
export function sharedCells(cells: readonly BenchCell[]): readonly BenchCell[] {
  const measured = cells.filter(({ result }) => result !== null)
  const candidates = measured.some(hasRow) ? measured.filter(hasRow) : measured
  const found = new Map<string, { settings: number; contextTokens: number }>()
  for (const cell of candidates)
    found.set(keyOf(cell), {
      settings: (found.get(keyOf(cell))?.settings ?? 0) + 1,
      contextTokens: cell.result?.context.contextTokens ?? 0,
    })
  const [best] = [...found].sort(([, a], [, b]) => b.settings - a.settings || b.contextTokens - a.contextTokens)
  return candidates.filter((cell) => keyOf(cell) === best?.[0])
}
