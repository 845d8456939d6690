/** The expected values are from a numpy port of NVIDIA/kvpress at 8bb29b9, knorm_press.py, keydiff_press.py and lagkv_press.py. */
import { describe, expect, it } from 'vitest'
import type { ScoredPolicy } from '../../selection/policy'
import { headCells } from '../../selection/testing/head-cells'
import { keyDiff } from './keydiff'
import { knorm } from './knorm'
import { lagKvWith } from './lagkv'

const [cells, dim] = [12, 4]
const rows = (of: (cell: number, d: number) => number) =>
  Float32Array.from({ length: cells * dim }, (_, i) => of(Math.floor(i / dim), i % dim))
const keys = rows((cell, d) => Math.sin(1.3 * cell + 0.8 * d) + (d === cell % 4 ? 0.5 : 0))
const values = rows((cell, d) => Math.cos(0.7 * cell + 1.1 * d) + (d === (cell + 1) % 4 ? 0.3 : 0))
const head = headCells(cells, { keys, values })
const kept = (policy: ScoredPolicy, budget: number) => [...(policy.keep([head], budget)[0] ?? [])]
const close = (actual: Float64Array, expected: readonly number[]) => {
  expect(actual).toHaveLength(expected.length)
  expected.forEach((value, i) => {
    expect(actual[i]).toBeCloseTo(value, 6)
  })
}

describe('Knorm', () => {
  it('gives a key its negative length as its score: −5 for (3, 4)', () => {
    close(knorm.scoresOf(headCells(2, { keys: Float32Array.of(3, 4, 0, -1) }), 5), [-5, -1])
  })
  it('keeps the five shortest keys', () => {
    expect(kept(knorm, 5)).toEqual([2, 4, 7, 8, 11])
  })
})

describe('KeyDiff', () => {
  it('scores a key by its negative cosine with the mean of the unit keys', () => {
    close(
      keyDiff.scoresOf(head, 5),
      [
        -0.8929400018808352, -0.7563925210121438, 0.17866749043271615, 0.7715188038506018, -0.056269485522536716, -0.8093570204314776,
        -0.7220971168091944, 0.4571087983715267, 0.7651343293755629, -0.1848669586819659, -0.8284178293906719, -0.6654318533375017,
      ],
    )
  })
  it('keeps the five keys that differ most from the mean, without favoring the newest keys', () => {
    expect(kept(keyDiff, 5)).toEqual([2, 3, 4, 7, 8])
  })
})

describe('LagKV', () => {
  const lagKv = lagKvWith(2, 3)
  it('ranks the tokens of a part by their spread, scaled by the next part, and always keeps the sinks, the last whole part and everything after it', () => {
    const always = Number.POSITIVE_INFINITY
    expect([...lagKv.scoresOf(head, 8)]).toEqual([always, always, 2 / 3, 1 / 3, 0, 2 / 3, 1 / 3, 0, always, always, always, always])
  })
  it('keeps the best token of each part at a budget of 8', () => {
    expect(kept(lagKv, 8)).toEqual([0, 1, 2, 5, 8, 9, 10, 11])
  })
  it('keeps the sinks and the newest tokens if fewer than two parts follow the sinks', () => {
    expect(kept(lagKvWith(2, 6), 5)).toEqual([0, 1, 9, 10, 11])
  })
})
