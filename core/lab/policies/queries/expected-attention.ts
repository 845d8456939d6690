/**
 * Assumes that the next 512 queries, before RoPE, are normally distributed with the text's mean m and covariance S.
 *
 *   exponent(key)     = m . turned(key) / sqrt(D) + turned(key) . S turned(key) / 2D
 *   score(key, value) = (mean over query heads of softmax(exponent) + epsilon) * |value|
 *
 * `turned` rotates a key back by the mean rotation of the next 512 positions.
 * Source: NVIDIA/kvpress, kvpress/presses/expected_attention_press.py.
 */
import { sharing } from '../../selection/adaptive'
import { dotOf, lengthOf, range, rowOf, scoredBy, shares } from '../../selection/choose'
import type { EvictionPolicy, HeadCells, HeadQueries, ScoredPolicy } from '../../selection/policy'

/** kvpress's n_sink. */
export const expectedSinks = 4
/** kvpress's n_future_positions. */
export const futureTokens = 512

export const expectedAttention: ScoredPolicy = {
  name: 'expected-attention',
  signal: 'queries',
  source: 'Devoto et al., Expected Attention, arXiv:2510.00636',
  readsKeys: true,
  readsValues: true,
  readsQueries: true,
  savesMemory: true,
  once: true,
  leastTokens: expectedSinks + 1,
  ...scoredBy((head) => expectedScores(head, 0)),
}

/** kvpress's leaderboard runs Expected Attention in Ada-KV, with this epsilon. */
const adaptiveEpsilon = 0.01

export const adaExpectedAttention: EvictionPolicy = {
  ...sharing({ ...expectedAttention, scoresOf: (head) => expectedScores(head, adaptiveEpsilon) }),
  name: 'ada-expected-attention',
}

/** (cells) */
export function expectedScores({ keys, values, queries, positions }: HeadCells, epsilon: number): Float64Array {
  if (!keys || !values || !queries) throw new Error('Expected keys, values and queries, got null')
  const { length } = positions
  const headDim = keys.length / Math.max(1, length)
  const next = length === 0 ? 0 : (positions[length - 1] as number) + 1
  const rotation = meanRotation(queries.frequencies, next)
  const turned = range(expectedSinks, length).map((cell) => turnedBack(rowOf(keys, cell, headDim), rotation))
  const ofHeads = queries.queryHeads.map((queryHead) => shares(turned.map((key) => exponentOf(key, queryHead))))
  return Float64Array.from({ length }, (_, cell) => {
    if (cell < expectedSinks) return Number.POSITIVE_INFINITY
    const share = ofHeads.reduce((sum, ofHead) => sum + (ofHead[cell - expectedSinks] as number), 0) / ofHeads.length
    return (share + epsilon) * lengthOf(rowOf(values, cell, headDim))
  })
}

function exponentOf(key: Float64Array, { mean, covariance }: HeadQueries['queryHeads'][number]): number {
  const headDim = key.length
  let spread = 0
  for (let a = 0; a < headDim; a++) {
    let sum = 0
    for (let b = 0; b < headDim; b++) sum += (covariance[a * headDim + b] as number) * (key[b] as number)
    spread += (key[a] as number) * sum
  }
  return dotOf(mean, key) / Math.sqrt(headDim) + spread / (2 * headDim)
}

/** (D / 2) each. */
function meanRotation(frequencies: Float64Array, next: number): { readonly cos: Float64Array; readonly sin: Float64Array } {
  const mean = (of: (angle: number) => number) =>
    frequencies.map((frequency) => {
      let sum = 0
      for (let position = next; position < next + futureTokens; position++) sum += of(frequency * position)
      return sum / futureTokens
    })
  return { cos: mean(Math.cos), sin: mean(Math.sin) }
}

function turnedBack(key: Float32Array, { cos, sin }: ReturnType<typeof meanRotation>): Float64Array {
  const turned = Float64Array.from(key)
  cos.forEach((c, pair) => {
    const s = sin[pair] as number
    const [a, b] = [key[2 * pair] as number, key[2 * pair + 1] as number]
    turned[2 * pair] = a * c + b * s
    turned[2 * pair + 1] = b * c - a * s
  })
  return turned
}
