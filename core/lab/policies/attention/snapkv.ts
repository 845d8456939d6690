/** Source: FasterDecoding/SnapKV, snapkv/monkeypatch/snapkv_utils.py. */
import { keepBest, newest } from '../../selection/choose'
import { observedQueries, prefixScores } from '../../selection/observation-window'
import type { EvictionPolicy } from '../../selection/policy'

export const snapKv: EvictionPolicy = {
  name: 'snapkv',
  signal: 'window',
  source: 'Li et al., SnapKV, arXiv:2404.14469',
  savesMemory: true,
  once: true,
  leastTokens: observedQueries + 1,
  keep: (heads, budget) =>
    heads.map((head) => {
      const { length } = head.positions
      return keepBest(length, budget, newest(length, observedQueries), prefixScores(head))
    }),
}

export const snapKvEachStep: EvictionPolicy = {
  ...snapKv,
  name: 'snapkv-each-step',
  once: false,
}
