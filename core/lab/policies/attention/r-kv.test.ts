/**
 * The expected values are from a numpy port of Zefan-Cai/R-KV at d15c976, r1_kv.py (update_kv: window 8, kernel 7, lambda 0.07, retain
 * "last") and utils.py. Key 7 repeats key 3.
 */
import { expect, it } from 'vitest'
import { headCells } from '../../selection/testing/head-cells'
import { importanceOf, redundancyOf, rKv } from './r-kv'

const [cells, window, dim] = [20, 8, 4]
const keyOf = (cell: number) => Array.from({ length: dim }, (_, d) => Math.sin(1.3 * cell + 0.8 * d) + (d === cell % 4 ? 0.5 : 0))
const keys = Float32Array.from(Array.from({ length: cells }, (_, cell) => keyOf(cell === 7 ? 3 : cell)).flat())
const scoreOf = (head: number, t: number, cell: number) => {
  const key = keyOf(cell === 7 ? 3 : cell)
  return key.reduce((sum, value, d) => sum + 2 * Math.cos((head + 1) * 0.7 * t + 1.1 * d) * value, 0) / Math.sqrt(dim)
}
const head = headCells(cells, {
  windowScores: Array.from({ length: window }, (_, t) =>
    Array.from({ length: cells }, (_, cell) => Math.max(scoreOf(0, t, cell), scoreOf(1, t, cell))),
  ),
  keys,
})
const close = (actual: Float64Array, expected: readonly number[]) => {
  expect(actual).toHaveLength(expected.length)
  expected.forEach((value, i) => {
    expect(actual[i]).toBeCloseTo(value, 6)
  })
}

it('R-KV computes importance from the largest score of the query heads: softmax over the prefix, mean over the window, max-pooling', () => {
  close(importanceOf(head), [...Array(6).fill(0.1050054586518002), ...Array(6).fill(0.11002413901848736)])
})
it('R-KV computes redundancy as the softmax of the mean cosine over all keys, without the last similar key of each row', () => {
  close(
    redundancyOf(head),
    [
      0.05763959901463151, 0.05130113075931576, 0.04461823184135462, 0.04872209694178289, 0.056418564794525325, 0.056261061376643044,
      0.05069296672680744, 0.04872209694178289, 0.04785302424267279, 0.056411888106831135, 0.05614959881312528, 0.05009726407326271,
      0.04165169989928493, 0.04968715148300026, 0.056737471474283485, 0.05698167327718039, 0.042350955609788174, 0.040687683994558355,
      0.04388092721877963, 0.04313491341038922,
    ],
  )
})
it('R-KV keeps the window of 8 and, at a budget of 14, the 6 other cells with the highest final scores', () => {
  expect([...(rKv.keep([head], 14)[0] ?? [])]).toEqual([2, 3, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19])
})
