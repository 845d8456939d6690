/**
 * Asks the newest queries once what they look at, and keeps that with its surroundings: when the prompt has been read the cache is cut
 * to the budget, and the answer's cells come on top. Source of the details: FasterDecoding/SnapKV, snapkv/monkeypatch/snapkv_utils.py.
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

/** The same choice at every step, so that the budget holds for the answer too. */
export const snapKvEachStep: EvictionPolicy = {
  ...snapKv,
  name: 'snapkv-each-step',
  idea: `At each step, keeps the last ${observedQueries} tokens and what their queries look at, with its neighbours.`,
  departs: `Not the authors’ method: they compress once, after the prompt. ${snapKv.departs}`,
  once: false,
}
