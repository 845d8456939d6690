import { describe, expect, it } from 'vitest'
import { AttentionLedger } from './attention-ledger'

describe('the ledger of a head', () => {
  const ledger = new AttentionLedger(2, 2)
  ledger.observe(
    [
      { weights: [1, 0, 0.25, 0.75], logSums: [0, 0] },
      { weights: [1, 0, 0.75, 0.25], logSums: [0, 1] },
    ],
    2,
    (t) => t + 1,
  )
  ledger.observe(
    [
      { weights: [0.6, 0.1, 0.3], logSums: [0] },
      { weights: [0.4, 0.1, 0.5], logSums: [0] },
    ],
    3,
    () => 3,
  )
  it('adds up the attention to each cell, averaged over the query heads', () => {
    const { cumulativeAttention } = ledger.signals()
    ;[2, 0.6, 0.4].forEach((sum, cell) => {
      expect(cumulativeAttention[cell]).toBeCloseTo(sum, 9)
    })
  })
  it('counts how often a cell got less than an equal share of the attention', () => {
    expect([...Array.from(ledger.signals().timesBelowAverage)]).toEqual([0, 1, 0])
  })
  it('keeps the last rows of weights, each as long as the cache was at that step', () => {
    expect(ledger.signals().windowAttention.map((row) => row.length)).toEqual([2, 3])
  })
  it('keeps each cell’s largest score among the query heads, before softmax', () => {
    // ln 0.75 + 1 > ln 0.25; ln 0.75 > ln 0.25 + 1.
    const [row] = ledger.signals().windowScores
    expect(row?.[0]).toBeCloseTo(Math.log(0.75) + 1, 9)
    expect(row?.[1]).toBeCloseTo(Math.max(Math.log(0.75), Math.log(0.25) + 1), 9)
  })
  it('forgets evicted cells, and keeps the sums of the others', () => {
    ledger.keep(Int32Array.of(0, 2))
    const { cumulativeAttention, windowAttention } = ledger.signals()
    expect(cumulativeAttention[1]).toBeCloseTo(0.4, 9)
    expect(Array.from(windowAttention[0] ?? [])).toEqual([0.5, 0])
  })
})
