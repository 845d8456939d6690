/** Source: FasterDecoding/SnapKV, snapkv/monkeypatch/snapkv_utils.py. */
import { keepBestOfEach } from '../../selection/choose'
import { observedQueries, prefixScores } from '../../selection/observation-window'
import type { HeadCells, ScoredPolicy } from '../../selection/policy'

/** The window always stays. */
function scoresOf(head: HeadCells): Float64Array {
  const prefix = prefixScores(head)
  return Float64Array.from(head.positions, (_, cell) => prefix[cell] ?? Number.POSITIVE_INFINITY)
}

export const snapKv: ScoredPolicy = {
  name: 'snapkv',
  signal: 'window',
  source: 'Li et al., SnapKV, arXiv:2404.14469',
  savesMemory: true,
  once: true,
  leastTokens: observedQueries + 1,
  scoresOf,
  keep: keepBestOfEach(scoresOf),
}

export const snapKvEachStep: ScoredPolicy = {
  ...snapKv,
  name: 'snapkv-each-step',
  once: false,
}
