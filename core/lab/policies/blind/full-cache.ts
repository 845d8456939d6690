import { ascending, range } from '../../selection/choose'
import type { EvictionPolicy } from '../../selection/policy'

export const fullCache: EvictionPolicy = {
  name: 'full',
  signal: 'none',
  source: 'Vaswani et al., arXiv:1706.03762',
  savesMemory: false,
  leastTokens: 1,
  keep: (heads) => heads.map(({ positions }) => ascending(range(0, positions.length))),
}
