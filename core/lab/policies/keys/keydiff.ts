/**
 * score(key) = -cosine(key, mean of key / |key| over all cells)
 *
 * Source: section 3 of the paper; NVIDIA/kvpress, kvpress/presses/keydiff_press.py.
 */
import { dotOf, lengthOf, rowOf, scoredBy } from '../../selection/choose'
import type { HeadCells, ScoredPolicy } from '../../selection/policy'

const leastLength = 1e-8

function scoresOf({ keys, positions: { length } }: HeadCells): Float64Array {
  if (!keys) throw new Error('Expected the keys of the cells, got null')
  const headDim = keys.length / Math.max(1, length)
  const lengths = Float64Array.from({ length }, (_, cell) => Math.max(leastLength, lengthOf(rowOf(keys, cell, headDim))))
  const anchor = new Float64Array(headDim)
  keys.forEach((value, i) => {
    const cell = Math.floor(i / headDim)
    anchor[i % headDim] = (anchor[i % headDim] as number) + value / (lengths[cell] as number) / length
  })
  const anchorLength = Math.max(leastLength, lengthOf(anchor))
  return lengths.map((ofKey, cell) => -dotOf(rowOf(keys, cell, headDim), anchor) / (ofKey * anchorLength))
}

export const keyDiff: ScoredPolicy = {
  name: 'keydiff',
  signal: 'keys',
  source: 'Park et al., KeyDiff, arXiv:2504.15364',
  readsKeys: true,
  savesMemory: true,
  leastTokens: 1,
  ...scoredBy(scoresOf),
}
