/**
 * After prefill, cuts the cache to the budget: keeps what the newest queries attend to, with its neighbors. The answer's cells come on top.
 * Source of the details: FasterDecoding/SnapKV, snapkv/monkeypatch/snapkv_utils.py.
 */
import { keepBest, newest } from '../selection/choose'
import { observedQueries, prefixScores } from '../selection/observation-window'
import type { EvictionPolicy } from '../selection/policy'

export const snapKv: EvictionPolicy = {
  name: 'snapkv',
  idea: `After the prompt, keeps its last ${observedQueries} tokens and what their queries look at, with its neighbours. The answer comes on top.`,
  signal: 'window',
  source: 'Li et al., SnapKV, arXiv:2404.14469',
  departs: `The authors observe 32 queries, the Lab ${observedQueries}, since its budgets are small. Query heads that share a KV head are averaged.`,
  savesMemory: true,
  once: true,
  leastTokens: observedQueries + 1,
  keep: (heads, budget) =>
    heads.map((head) => {
      const { length } = head.positions
      return keepBest(length, budget, newest(length, observedQueries), prefixScores(head))
    }),
}

/** SnapKV at every step, so that the answer stays within the budget too. */
export const snapKvEachStep: EvictionPolicy = {
  ...snapKv,
  name: 'snapkv-each-step',
  idea: `At each step, keeps the last ${observedQueries} tokens and what their queries look at, with its neighbours.`,
  departs: `Not the authors’ method: they compress once, after the prompt. ${snapKv.departs}`,
  once: false,
}
