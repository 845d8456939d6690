/** The expected values are from a numpy port of NVIDIA/kvpress at 8bb29b9, expected_attention_press.py (n_future_positions 512, n_sink 4). */
import { describe, expect, it } from 'vitest'
import { headCells } from '../../selection/testing/head-cells'
import { adaExpectedAttention, expectedAttention, expectedScores } from './expected-attention'

const [cells, dim] = [12, 4]
const rows = (of: (cell: number, d: number) => number) =>
  Float32Array.from({ length: cells * dim }, (_, i) => of(Math.floor(i / dim), i % dim))
const key = (cell: number, d: number) => Math.sin(1.3 * cell + 0.8 * d) + (d === cell % 4 ? 0.5 : 0)
const value = (cell: number, d: number) => Math.cos(0.7 * cell + 1.1 * d) + (d === (cell + 1) % 4 ? 0.3 : 0)

/** Population statistics, before RoPE. */
const queries = {
  queryHeads: [1, 2].map((pace) => {
    const all = Array.from({ length: 8 }, (_, i) =>
      Array.from({ length: dim }, (_, d) => 1.5 - d + 2 * Math.cos(0.7 * pace * (i + 4) + 1.1 * d)),
    )
    const mean = Float64Array.from({ length: dim }, (_, d) => all.reduce((sum, query) => sum + (query[d] as number), 0) / 8)
    const covariance = Float64Array.from({ length: dim * dim }, (_, i) => {
      const [a, b] = [Math.floor(i / dim), i % dim]
      return (
        all.reduce((sum, query) => sum + ((query[a] as number) - (mean[a] as number)) * ((query[b] as number) - (mean[b] as number)), 0) / 8
      )
    })
    return { mean, covariance }
  }),
  frequencies: Float64Array.of(0.3, 0.002),
}
const head = headCells(cells, { keys: rows(key), values: rows(value), queries })
const other = headCells(cells, {
  keys: rows((cell, d) => key((cell + 9) % 12, d)),
  values: rows((cell, d) => 3 * value((cell + 7) % 12, d)),
  queries,
})

describe('Expected Attention', () => {
  it('estimates attention from the mean and covariance of the queries, rotated by the mean rotation of the next 512 positions', () => {
    const scores = expectedScores(head, 0)
    expect([...scores.subarray(0, 4)]).toEqual(Array(4).fill(Number.POSITIVE_INFINITY))
    ;[
      0.11015626284988368, 0.1761257835560123, 0.3251241499106514, 0.195228759875035, 0.13972911170761107, 0.12126864479546282,
      0.18072862808618478, 0.177621540804263,
    ].forEach((score, i) => {
      expect(scores[4 + i]).toBeCloseTo(score, 6)
    })
  })
  it('keeps the first four tokens and the four others with the best scores', () => {
    expect([...(expectedAttention.keep([head], 8)[0] ?? [])]).toEqual([0, 1, 2, 3, 6, 7, 10, 11])
  })
})

describe('Expected Attention in Ada-KV', () => {
  it('gives 3 and 7 cells beyond the sinks to two heads with 2 and 8 of the 10 best scores, if epsilon is 0.01', () => {
    // Base 9 - 4 = 5, guaranteed minimum int(0.2 x 5) = 1.
    expect(adaExpectedAttention.keep([head, other], 9).map((kept) => [...kept])).toEqual([
      [0, 1, 2, 3, 6, 7, 10],
      [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11],
    ])
  })
})
