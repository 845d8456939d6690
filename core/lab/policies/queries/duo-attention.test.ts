/** The expected values are from a numpy port of NVIDIA/kvpress at 8bb29b9, duo_attention_press.py (q_len 500). */
import { describe, expect, it } from 'vitest'
import { headCells } from '../../selection/testing/head-cells'
import { duoAttention, retrievalScore } from './duo-attention'

const geometryOf = (queries: readonly number[][], key: readonly number[]) => ({
  queryHeads: queries.map((center) => ({ center: Float32Array.from(center), magnitudes: new Float32Array(2) })),
  keyCenter: Float32Array.from(key),
  frequencies: Float64Array.of(0.3, 0.002),
})
const near = geometryOf(
  [
    [0, 0, 4, 0],
    [1, 2, 3, 0.5],
  ],
  [0.5, 0, 3, 0],
)
const far = geometryOf(
  [
    [0, 0, 4, 0],
    [1, 2, 3, 0.5],
  ],
  [0.5, 0, -3, 0],
)
const middle = geometryOf(
  [
    [0.8, 0.3, -0.5, 1.1],
    [-0.4, 0.9, 0.7, 0.2],
  ],
  [0.5, -0.2, 0.9, 0.4],
)

describe('the calibration of DuoAttention', () => {
  it('scores a head by the area under its cumulative attention', () => {
    expect(retrievalScore(near)).toBeCloseTo(0.31986351558130977, 6)
    expect(retrievalScore(far)).toBeCloseTo(0.7312028279416567, 6)
    expect(retrievalScore(middle)).toBeCloseTo(0.47564635972210023, 6)
  })
})

describe('DuoAttention', () => {
  const layers = [
    [headCells(100, { geometry: near }), headCells(100, { geometry: far })],
    [headCells(100, { geometry: middle }), headCells(100, { geometry: near })],
  ]
  const streaming = [0, 1, 2, 3, ...Array.from({ length: 16 }, (_, i) => 84 + i)]

  it('lets one of four heads keep its 100 cells at a budget of 45: 4 x (45 - 20) / (100 - 20) = 1.25', () => {
    expect(duoAttention.layerBudgets?.(layers, 45)).toEqual([60, 20])
    const kept = layers.map((heads, layer) => duoAttention.keep(heads, layer === 0 ? 60 : 20).map((cells) => [...cells]))
    expect(kept.flat().map(({ length }) => length)).toEqual([20, 100, 20, 20])
    expect(kept[0]?.[0]).toEqual(streaming)
  })
  it('also lets the head with the next highest score keep its cells at a budget of 60', () => {
    expect(duoAttention.layerBudgets?.(layers, 60)).toEqual([60, 60])
    expect(duoAttention.keep(layers[1] ?? [], 60).map(({ length }) => length)).toEqual([100, 20])
  })
  it('keeps everything that fits into the budget', () => {
    expect(duoAttention.layerBudgets?.(layers, 100)).toEqual([100, 100])
  })
})
