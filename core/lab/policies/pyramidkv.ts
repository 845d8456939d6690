/**
 * SnapKV's choice with a budget that falls from layer to layer. Source of the budgets: Zefan-Cai/KVCache-Factory,
 * pyramidkv/pyramidkv_utils.py, PyramidKVCluster.update_kv.
 */
import { observedQueries } from '../selection/observation-window'
import type { EvictionPolicy } from '../selection/policy'
import { snapKv } from './snapkv'

/** The last layer gets 1 / 20 of an equal share, the first what that leaves of two: the paper's beta. */
const pyramidBeta = 20

export const pyramidKv: EvictionPolicy = {
  ...snapKv,
  name: 'pyramidkv',
  idea: 'SnapKV with more cells for the lower layers, whose attention is wide, and fewer for the upper ones.',
  source: 'Cai et al., PyramidKV, arXiv:2406.02069',
  layerBudget(layer, layers, budget, cells) {
    // The pyramid is of what a layer keeps beyond its window, which every layer keeps whole.
    const share = budget - observedQueries
    if (layers === 1 || cells < 2 * share) return budget
    const least = Math.floor(share / pyramidBeta)
    const most = Math.min(2 * share - least, cells - observedQueries)
    const last = most < 2 * share - least ? 2 * share - most : least
    // Whole steps, as there: what they leave makes the layers together hold a few cells more than the budget.
    return most - layer * Math.floor((most - last) / (layers - 1)) + observedQueries
  },
}
