/**
 * In each part of the text, keeps the tokens that resemble the next part least.
 *
 *   spread(x) = standard deviation over channels of (x - smallest) / (largest - smallest), softmax over the part
 *   score     = rank of spread(key) + spread(value) in the part, as a share of the part
 *
 * smallest and largest are the extremes of a channel in the next part.
 * Source: NVIDIA/kvpress, kvpress/presses/lagkv_press.py; AI-Lab-China-Merchants-Bank/LagKV, lag_kv.py.
 */
import { range, rowOf, scoredBy, shares } from '../../selection/choose'
import type { HeadCells, ScoredPolicy } from '../../selection/policy'

/** kvpress uses 4 and 128, but the Lab's texts are shorter. */
export const lagSinks = 4
export const lagTokens = 16

/** (cells) */
function lagScores({ keys, values, positions: { length } }: HeadCells, sinks: number, lag: number): Float64Array {
  if (!keys || !values) throw new Error('Expected the keys and values of the cells, got null')
  const behindSinks = length - sinks
  if (behindSinks < 2 * lag)
    return Float64Array.from({ length }, (_, cell) => (cell < sinks ? Number.POSITIVE_INFINITY : (cell - sinks) / behindSinks))
  const parts = Math.floor(behindSinks / lag)
  const scores = new Float64Array(length).fill(Number.POSITIVE_INFINITY)
  for (let part = 0; part < parts - 1; part++) {
    const first = sinks + part * lag
    const ofKeys = spreadOf(keys, keys.length / length, first, lag)
    const ofValues = spreadOf(values, values.length / length, first, lag)
    const sums = ofKeys.map((spread, i) => (spread + (ofValues[i] as number)) / 2)
    range(0, lag)
      .sort((a, b) => (sums[a] as number) - (sums[b] as number))
      .forEach((cell, rank) => {
        scores[first + cell] = rank / lag
      })
  }
  return scores
}

function spreadOf(rows: Float32Array, headDim: number, first: number, lag: number): Float64Array {
  const next = range(first + lag, first + 2 * lag).map((cell) => rowOf(rows, cell, headDim))
  const smallest = range(0, headDim).map((d) => Math.min(...next.map((row) => row[d] as number)))
  const largest = range(0, headDim).map((d) => Math.max(...next.map((row) => row[d] as number)))
  return shares(
    range(first, first + lag).map((cell) =>
      deviationOf(
        Float64Array.from(
          rowOf(rows, cell, headDim),
          (value, d) => (value - (smallest[d] as number)) / ((largest[d] as number) - (smallest[d] as number)),
        ),
      ),
    ),
  )
}

/** Sample standard deviation (n - 1), as in PyTorch. */
function deviationOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

export function lagKvWith(sinks: number, lag: number): ScoredPolicy {
  const scoresOf = (head: HeadCells) => lagScores(head, sinks, lag)
  return {
    name: 'lagkv',
    signal: 'keys',
    source: 'Liang et al., LagKV, arXiv:2504.04704',
    readsKeys: true,
    readsValues: true,
    savesMemory: true,
    once: true,
    leastTokens: sinks + 2 * lag,
    ...scoredBy(scoresOf),
  }
}

export const lagKv = lagKvWith(lagSinks, lagTokens)
