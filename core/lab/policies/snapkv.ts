/** Asks the newest queries once what they look at, and keeps that with its surroundings. */
import { keepBest, newest } from './choose'
import { observedQueries, windowScores } from './observation-window'
import type { EvictionPolicy } from './policy'

export const snapKv: EvictionPolicy = {
  name: 'snapkv',
  idea: `Keeps the last ${observedQueries} tokens and what their queries look at, with its neighbours.`,
  signal: 'window',
  source: 'Li et al., SnapKV, arXiv:2404.14469',
  savesMemory: true,
  leastTokens: observedQueries + 1,
  keep: (heads, budget) =>
    heads.map((head) => {
      const { length } = head.positions
      return keepBest(length, budget, newest(length, observedQueries), windowScores(head))
    }),
}
