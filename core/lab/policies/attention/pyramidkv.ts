/**
 * SnapKV with a budget that shrinks from layer to layer. Source: Zefan-Cai/KVCache-Factory, pyramidkv/pyramidkv_utils.py,
 * PyramidKVCluster.update_kv.
 */
import { observedQueries } from '../../selection/observation-window'
import type { ScoredPolicy } from '../../selection/policy'
import { snapKvWith } from './snapkv'

/** The paper's beta: the last layer gets 1 / 20 of an equal share. */
const pyramidBeta = 20

/** `queries`: length of the window. */
export const pyramidKvWith = (queries: number): ScoredPolicy => ({
  ...snapKvWith(queries),
  name: 'pyramidkv',
  source: 'Cai et al., PyramidKV, arXiv:2406.02069',
  layerBudgets: (layers, budget) =>
    layers.map((heads, layer) => pyramidBudget(layer, layers.length, budget, heads[0]?.positions.length ?? 0, queries)),
})

export const pyramidKv = pyramidKvWith(observedQueries)

export function pyramidBudget(layer: number, layers: number, budget: number, cells: number, queries = observedQueries): number {
  const share = budget - queries
  if (layers === 1 || cells < 2 * share) return budget
  const least = Math.floor(share / pyramidBeta)
  const most = Math.min(2 * share - least, cells - queries)
  const last = most < 2 * share - least ? 2 * share - most : least
  return most - layer * Math.floor((most - last) / (layers - 1)) + queries
}
