/**
 * SnapKV with a budget that shrinks from layer to layer. Source: Zefan-Cai/KVCache-Factory, pyramidkv/pyramidkv_utils.py,
 * PyramidKVCluster.update_kv.
 */
import { observedQueries } from '../../selection/observation-window'
import type { ScoredPolicy } from '../../selection/policy'
import { snapKv } from './snapkv'

/** The paper's beta: the last layer gets 1 / 20 of an equal share. */
const pyramidBeta = 20

export const pyramidKv: ScoredPolicy = {
  ...snapKv,
  name: 'pyramidkv',
  source: 'Cai et al., PyramidKV, arXiv:2406.02069',
  layerBudgets: (layers, budget) =>
    layers.map((heads, layer) => pyramidBudget(layer, layers.length, budget, heads[0]?.positions.length ?? 0)),
}

export function pyramidBudget(layer: number, layers: number, budget: number, cells: number): number {
  const share = budget - observedQueries
  if (layers === 1 || cells < 2 * share) return budget
  const least = Math.floor(share / pyramidBeta)
  const most = Math.min(2 * share - least, cells - observedQueries)
  const last = most < 2 * share - least ? 2 * share - most : least
  return most - layer * Math.floor((most - last) / (layers - 1)) + observedQueries
}
