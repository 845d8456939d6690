/**
 * Source: FFY0/AdaKV at efe4e2e, snapkv_utils.py, update_kv_gqa: base = B - window, floor = int(0.2 base). A head that has
 * `count` of the layer's (heads x base) best pooled scores keeps round(0.8 count + floor) cells before its window.
 */
import { expect, it } from 'vitest'
import { sharedAmongHeads } from '../../selection/adaptive'
import { headCells } from '../../selection/testing/head-cells'
import { adaKv } from './ada-kv'

const upTo = (count: number, first = 0) => Array.from({ length: count }, (_, i) => first + i)
/** 24 prefix cells, to which the window of 16 gives the attention `prefix`. */
const head = (prefix: (cell: number) => number) =>
  headCells(40, { windowAttention: [Float64Array.from({ length: 40 }, (_, i) => (i < 24 ? prefix(i) : 0))] })

it('Ada-KV gives the head with all the best scores 0.8 x 20 + 2 = 18 cells beyond the window, and the other head 2', () => {
  const far = head((cell) => 0.04 - cell / 1e4)
  const near = head((cell) => 0.001 + cell / 1e6)
  const kept = adaKv.keep([far, near], 26).map((cells) => [...cells])
  expect(kept).toEqual([
    [...upTo(18), ...upTo(16, 24)],
    [...upTo(2, 22), ...upTo(16, 24)],
  ])
})
it('Ada-KV rounds the shares: heads with 13 and 7 of the 20 best cells get round(10.4 + 2) = 12 and round(5.6 + 2) = 8', () => {
  // Pooling raises 13 cells of the first head and 7 of the second.
  const first = head((cell) => (cell === 6 || cell === 12 ? 0.5 : 0))
  const second = head((cell) => (cell === 10 ? 0.4 : 0))
  expect(adaKv.keep([first, second], 26).map(({ length }) => length - 16)).toEqual([12, 8])
})
it('Ada-KV keeps all cells of a layer that is shorter than its budget', () => {
  expect(adaKv.keep([head(() => 0.1), head(() => 0.2)], 41).map(({ length }) => length)).toEqual([40, 40])
})
it('Ada-KV rounds each share as the authors do, so three heads with 2, 2 and 11 of the 15 best cells keep 16 cells instead of 15', () => {
  const headOf = (best: number) => Float64Array.from({ length: 12 }, (_, cell) => (cell < best ? 1 : 0))
  const heads = [2, 2, 11].map((best) => headCells(12, { windowAttention: [headOf(best)] }))
  const keep = sharedAmongHeads((one) => one.windowAttention[0] as Float64Array)
  expect(keep(heads, 5).map(({ length }) => length)).toEqual([3, 3, 10])
})
