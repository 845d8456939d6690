/**
 * Algorithm 2 of arXiv:2305.17118, computed independently in Python: 12 tokens, history w = 8, recent r = 2, budget B = 8, drop
 * m = B / 2 = 4. The paper's experiments use w = 400, r = 10, m = B / 2. The authors' code (lzcemma/Scissorhands at d0bf444,
 * hf_opt_dropkv.py) has another rule, without a budget.
 */
import { expect, it } from 'vitest'
import { AttentionLedger } from '../../attention-ledger'
import { headCells } from '../../selection/testing/head-cells'
import { softmax } from '../../softmax'
import { scissorhands, scissorhandsWith } from './scissorhands'

const tokens = 12
const rowOf = (t: number) => {
  const weights = Float32Array.from({ length: t + 1 }, (_, c) => ((7 * t + 5 * c) % 11) / 4)
  return { weights, logSums: [softmax(weights)] }
}
function signals(history: number) {
  const ledger = new AttentionLedger(1, 1, history)
  for (let t = 0; t < tokens; t++) ledger.observe([rowOf(t)], t + 1, () => t + 1)
  return ledger.signals()
}
const cells = (history: number) => headCells(tokens, signals(history))

it('Scissorhands counts, over the last w queries, how often a token got less than an equal share of the attention', () => {
  expect([...Array.from(signals(8).timesBelowAverage)]).toEqual([6, 5, 5, 4, 5, 4, 4, 3, 2, 2, 0, 1])
  expect([...Array.from(signals(400).timesBelowAverage)]).toEqual([7, 7, 6, 5, 5, 4, 4, 3, 2, 2, 0, 1])
})
it('Scissorhands drops the m = 4 tokens with the highest counts (6, 5, 5 and 5) in one step', () => {
  expect([...(scissorhandsWith(2).keep([cells(8)], 8)[0] ?? [])]).toEqual([3, 5, 6, 7, 8, 9, 10, 11])
})
it('Scissorhands drops no token while the cache is within the budget, and never drops one of the ten newest', () => {
  expect(scissorhands.keep([cells(8)], 12)[0]).toHaveLength(12)
  expect([...(scissorhands.keep([cells(8)], 11)[0] ?? [])]).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})
it('Scissorhands drops the whole excess of a prompt over the budget if it exceeds half the budget: 19 of 31 tokens at a budget of 12', () => {
  const head = headCells(31, { timesBelowAverage: Array.from({ length: 31 }, (_, i) => i) })
  expect([...(scissorhands.keep([head], 12)[0] ?? [])]).toEqual([0, 1, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30])
})
