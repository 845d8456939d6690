/** Source: NVIDIA/kvpress, kvpress/presses/random_press.py. */
import { seededRandom } from '../../../stats/seeded-random'
import { keepBest } from '../../selection/choose'
import type { EvictionPolicy } from '../../selection/policy'

/** As in the source, all layers draw the same numbers. */
export const randomWith = (seed: number): EvictionPolicy => ({
  name: 'random',
  signal: 'none',
  source: 'Devoto et al., Expected Attention (kvpress), arXiv:2510.00636',
  savesMemory: true,
  once: true,
  leastTokens: 1,
  keep(heads, budget) {
    const draw = seededRandom(seed)
    return heads.map(({ positions: { length } }) => keepBest(length, budget, [], Float64Array.from({ length }, draw)))
  },
})

export const random = randomWith(7)
