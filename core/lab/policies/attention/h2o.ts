import { keepBest, newest } from '../../selection/choose'
import type { EvictionPolicy } from '../../selection/policy'

export const h2o: EvictionPolicy = {
  name: 'h2o',
  signal: 'attention',
  source: 'Zhang et al., H2O, arXiv:2306.14048',
  savesMemory: true,
  leastTokens: 2,
  keep: (heads, budget) =>
    heads.map(({ positions: { length }, cumulativeAttention }) =>
      keepBest(length, budget, newest(length, Math.floor(budget / 2)), cumulativeAttention),
    ),
}
