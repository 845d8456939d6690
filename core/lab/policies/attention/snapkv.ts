/** Source: FasterDecoding/SnapKV, snapkv/monkeypatch/snapkv_utils.py. */
import { scoredBy } from '../../selection/choose'
import { observedQueries, prefixScores } from '../../selection/observation-window'
import type { HeadCells, ScoredPolicy } from '../../selection/policy'

/** `queries`: length of the window, which always stays. */
export function snapKvWith(queries: number): ScoredPolicy {
  const scoresOf = (head: HeadCells): Float64Array => {
    const prefix = prefixScores(head, queries)
    return Float64Array.from(head.positions, (_, cell) => prefix[cell] ?? Number.POSITIVE_INFINITY)
  }
  return {
    name: 'snapkv',
    signal: 'window',
    source: 'Li et al., SnapKV, arXiv:2404.14469',
    savesMemory: true,
    once: true,
    observes: queries,
    leastTokens: queries + 1,
    ...scoredBy(scoresOf),
  }
}

export const snapKv = snapKvWith(observedQueries)

export const snapKvEachStep: ScoredPolicy = {
  ...snapKv,
  name: 'snapkv-each-step',
  once: false,
}
