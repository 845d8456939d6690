/** Worked out by hand from NVIDIA/kvpress at 8bb29b9, kvzip_press.py, compress_post: the first n_sink = 4 scores are 1. */
import { expect, it } from 'vitest'
import { headCells } from '../../selection/testing/head-cells'
import { kvZip } from './kvzip'

const head = (...afterSinks: number[]) => headCells(6, { reconstruction: [0, 0, 0, 0, ...afterSinks] })
const layers = [
  [head(0.9, 0.1), head(0.2, 0.8)],
  [head(0.05, 0.3), head(0.07, 0.15)],
]

it('KVzip drops the 4 lowest of 24 scores at a budget of 5: 0.05, 0.07, 0.1 and 0.15, of which one is in the first layer and three are in the second', () => {
  expect(kvZip.layerBudgets?.(layers, 5)).toEqual([11 / 2, 9 / 2])
  expect(layers.map((heads, layer) => kvZip.keep(heads, layer === 0 ? 11 / 2 : 9 / 2).map((cells) => [...cells]))).toEqual([
    [
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4, 5],
    ],
    [
      [0, 1, 2, 3, 5],
      [0, 1, 2, 3],
    ],
  ])
})
