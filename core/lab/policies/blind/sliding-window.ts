import { ascending, newest } from '../../selection/choose'
import type { EvictionPolicy } from '../../selection/policy'

export const slidingWindow: EvictionPolicy = {
  name: 'window',
  signal: 'none',
  source: 'Beltagy et al., Longformer, arXiv:2004.05150',
  savesMemory: true,
  leastTokens: 1,
  keep: (heads, budget) => heads.map(({ positions: { length } }) => ascending(newest(length, budget))),
}
