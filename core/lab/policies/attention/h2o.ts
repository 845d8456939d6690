import { scoredBy, withNewest } from '../../selection/choose'
import type { ScoredPolicy } from '../../selection/policy'

const scoresOf: ScoredPolicy['scoresOf'] = ({ positions: { length }, cumulativeAttention }, budget) =>
  withNewest(cumulativeAttention, length, Math.floor(budget / 2))

export const h2o: ScoredPolicy = {
  name: 'h2o',
  signal: 'attention',
  source: 'Zhang et al., H2O, arXiv:2306.14048',
  savesMemory: true,
  leastTokens: 2,
  ...scoredBy(scoresOf),
}
