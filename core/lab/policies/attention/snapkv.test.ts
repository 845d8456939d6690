/** Source: FasterDecoding/SnapKV at e216ddc, snapkv_utils.py, update_kv. */
import { expect, it } from 'vitest'
import { observedQueries } from '../../selection/observation-window'
import { headCells } from '../../selection/testing/head-cells'
import { snapKv, snapKvEachStep } from './snapkv'

const upTo = (count: number, first = 0) => Array.from({ length: count }, (_, i) => first + i)
const row = (cells: number, given: Readonly<Record<number, number>>) => Float64Array.from({ length: cells }, (_, i) => given[i] ?? 0)
const kept = (cells: number, windowAttention: readonly Float64Array[], budget: number) => [
  ...(snapKv.keep([headCells(cells, { windowAttention })], budget)[0] ?? []),
]

it('SnapKV keeps the last 16 tokens, and the tokens that they attend to, plus three neighbors on each side', () => {
  expect(kept(40, [row(40, { 10: 0.9 })], observedQueries + 7)).toEqual([...upTo(7, 7), ...upTo(16, 24)])
})
it('SnapKV adds up the scores of the window: two scores of 0.3 beat one of 0.5', () => {
  const rows = [row(40, { 3: 0.5 }), row(40, { 15: 0.3 }), row(40, { 15: 0.3 })]
  expect(kept(40, rows, observedQueries + 7)).toEqual([...upTo(7, 12), ...upTo(16, 24)])
})
it('SnapKV pools only over the prefix: cell 12 is in the window, so its score of 0.9 raises no neighbor', () => {
  // Pooling lifts cells 0 to 4.
  expect(kept(28, [row(28, { 1: 0.1, 12: 0.9 })], observedQueries + 5)).toEqual([...upTo(5), ...upTo(16, 12)])
})
it('SnapKV evicts once after the prompt, and snapkv-each-step evicts at every step', () => {
  expect([snapKv.once, snapKvEachStep.once, snapKvEachStep.name]).toEqual([true, false, 'snapkv-each-step'])
})
