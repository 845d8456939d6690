import type { ExperimentResult, ResultRow } from '../../../core/lab/experiments/experiment'
import type { Signal } from '../../../core/lab/selection/policy'

export const wallOneKinds = ['none', 'window', 'all'] as const
export type WallOne = (typeof wallOneKinds)[number]
export const wallTwoParts = ['freed', 'compacted', 'stuck'] as const
export type WallTwo = (typeof wallTwoParts)[number]

/** In percent of the full cache's blocks. `stuck`: evicted cells that free no block, in percent of the full cache's cells. */
export interface WallsBar extends Readonly<Record<WallTwo, number>> {
  readonly policy: string
  /** null unless the result has several budgets. */
  readonly budgetTokens: number | null
  readonly wallOne: WallOne
}

/** Which scores a policy needs beyond those of a fused kernel. */
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

/** Policies that pass wall 1 come first, then those with the most memory free after compaction. */
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
