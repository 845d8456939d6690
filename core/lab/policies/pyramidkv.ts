/** SnapKV's choice with a budget that falls from layer to layer. */
import { observedQueries } from './observation-window'
import type { EvictionPolicy } from './policy'
import { snapKv } from './snapkv'

/** The last layer gets 1 / 20 of an equal share, the first what that leaves of two: the paper's beta. */
const pyramidBeta = 20

export const pyramidKv: EvictionPolicy = {
  ...snapKv,
  name: 'pyramidkv',
  idea: 'SnapKV with more cells for the lower layers, whose attention is wide, and fewer for the upper ones.',
  source: 'Cai et al., PyramidKV, arXiv:2406.02069',
  layerBudget(layer, layers, budget) {
    const last = Math.max(observedQueries + 1, Math.floor(budget / pyramidBeta))
    const first = 2 * budget - last
    return layers === 1 ? budget : Math.round(first + ((last - first) * layer) / (layers - 1))
  },
}
