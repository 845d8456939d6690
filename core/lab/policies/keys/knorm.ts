/** Source: NVIDIA/kvpress, kvpress/presses/knorm_press.py; alessiodevoto/l2compress, cache.py (l2_compress). */
import { lengthOf, rowOf, scoredBy } from '../../selection/choose'
import type { HeadCells, ScoredPolicy } from '../../selection/policy'

function scoresOf({ keys, positions: { length } }: HeadCells): Float64Array {
  if (!keys) throw new Error('Expected the keys of the cells, got null')
  return Float64Array.from({ length }, (_, cell) => -lengthOf(rowOf(keys, cell, keys.length / length)))
}

export const knorm: ScoredPolicy = {
  name: 'knorm',
  signal: 'keys',
  source: 'Devoto et al., A Simple and Effective L2 Norm-Based Strategy for KV Cache Compression, arXiv:2406.11430',
  readsKeys: true,
  savesMemory: true,
  once: true,
  leastTokens: 1,
  ...scoredBy(scoresOf),
}
