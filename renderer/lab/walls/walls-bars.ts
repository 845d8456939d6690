import type { ExperimentResult, ResultRow } from '../../../core/lab/experiments/experiment'
import type { Signal } from '../../../core/lab/selection/policy'

export const wallOneKinds = ['none', 'window', 'all'] as const
export type WallOne = (typeof wallOneKinds)[number]
export const wallTwoParts = ['freed', 'compacted', 'stuck'] as const
export type WallTwo = (typeof wallTwoParts)[number]

/** Percentages of the full cache's blocks. `stuck` is the percentage of evicted cells minus `freed` and `compacted`. */
export interface WallsBar extends Readonly<Record<WallTwo, number>> {
  readonly policy: string
  /** null unless the result has several budgets. */
  readonly budgetTokens: number | null
  readonly wallOne: WallOne
}

/** Which scores a policy needs that a fused kernel does not keep. */
const wallOneOf: Readonly<Record<Signal, WallOne>> = {
  attention: 'all',
  reconstruction: 'all',
  window: 'window',
  none: 'none',
  keys: 'none',
  geometry: 'none',
  queries: 'none',
  heads: 'none',
}

export const blockSizesOf = ({ rows }: ExperimentResult): number[] => [...new Set(rows.map(({ blockTokens }) => Number(blockTokens)))]

/** Sorted by wall 1, with the policies that pass it first, and then by the memory that is free after compaction. */
export function wallsBars({ rows }: ExperimentResult, blockTokens: number): WallsBar[] {
  const budgets = new Set(rows.flatMap(({ budgetTokens }) => (budgetTokens === null ? [] : [budgetTokens])))
  return rows
    .filter((row) => row.blockTokens === blockTokens)
    .map((row) => barOf(row, budgets.size > 1))
    .toSorted(
      (a, b) =>
        wallOneKinds.indexOf(a.wallOne) - wallOneKinds.indexOf(b.wallOne) ||
        b.freed + b.compacted - a.freed - a.compacted ||
        b.freed - a.freed,
    )
}

function barOf(row: ResultRow, hasBudgets: boolean): WallsBar {
  const [freed, repacked, evicted] = [Number(row.freedNone), Number(row.freedRepack), Number(row.evicted)]
  return {
    policy: String(row.policy),
    budgetTokens: hasBudgets && row.budgetTokens !== null ? Number(row.budgetTokens) : null,
    wallOne: wallOneOf[row.signal as Signal],
    freed,
    compacted: Math.max(0, repacked - freed),
    stuck: Math.max(0, evicted - Math.max(freed, repacked)),
  }
}
