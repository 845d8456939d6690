/** Cache bytes are comparable only at the same context length, which the cells of one test have. */
import type { CompareCell } from '../contract/compare/compare-runs'

const keyOf = ({ part, item }: CompareCell): string => `${part} ${item}`

const hasRow = ({ part }: CompareCell): boolean => part === 'speed' || part === 'tune'

/** Returns the cells of the test that most settings share. In a tie, the longest context wins. */
export function sharedCells(cells: readonly CompareCell[]): readonly CompareCell[] {
  const measured = cells.filter(({ result }) => Boolean(result?.context))
  const candidates = measured.some(hasRow) ? measured.filter(hasRow) : measured
  const found = new Map<string, { settings: number; contextTokens: number }>()
  for (const cell of candidates)
    found.set(keyOf(cell), {
      settings: (found.get(keyOf(cell))?.settings ?? 0) + 1,
      contextTokens: cell.result?.context?.contextTokens ?? 0,
    })
  const [best] = [...found].sort(([, a], [, b]) => b.settings - a.settings || b.contextTokens - a.contextTokens)
  return candidates.filter((cell) => keyOf(cell) === best?.[0])
}
