/**
 * Worked out by hand from NVIDIA/kvpress at 8bb29b9, chunkkv_press.py (chunk_length 20) with SnapKV: scores summed over heads, mean per
 * chunk, int(chunks x kept share) chunks.
 */
import { expect, it } from 'vitest'
import { headCells } from '../../selection/testing/head-cells'
import { chunkKv } from './chunkkv'

const upTo = (count: number, first = 0) => Array.from({ length: count }, (_, i) => first + i)
const looksAt = (cells: number, cell: number, weight: number) =>
  headCells(cells, { windowAttention: [Float64Array.from({ length: cells }, (_, i) => (i === cell ? weight : 0))] })
/** Chunks of 20, 20, 20 and 5. Pooling spreads 0.9 over cells 2 to 8, and 0.5 over cells 22 to 28. */
const heads = [looksAt(65, 5, 0.9), looksAt(65, 25, 0.5)]
const kept = (budget: number) => chunkKv.keep(heads, budget).map((cells) => [...cells])

it('ChunkKV keeps the chunks of the window first: int(4 x 45 / 65) = 2 chunks', () => {
  // Means: 0.315, 0.175, 2.09 and 3.8, the last two with cells of the window.
  expect(kept(45)).toEqual([upTo(25, 40), upTo(25, 40)])
})
it('ChunkKV keeps the chunk with the best sum of both heads’ scores, in both heads: int(4 x 50 / 65) = 3 chunks', () => {
  expect(kept(50)).toEqual([
    [...upTo(20), ...upTo(25, 40)],
    [...upTo(20), ...upTo(25, 40)],
  ])
})
it('ChunkKV keeps everything that fits into the budget', () => {
  expect(kept(65)[0]).toEqual(upTo(65))
})
