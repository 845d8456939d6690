/**
 * Before RoPE, a head's queries are close to one center, which is measured once. Rotated, the center predicts the attention of a query d
 * tokens ahead.
 *
 *   score(key) = mean over d of  turned(center, next + d) . key  +  sum over pairs (E|q| - |E q|) |k|
 *
 * The scores of each query head are standardized, and the highest among a KV head's query heads counts.
 * Source: WeianMao/triattention, triattention/methods/triattention.py and pruning_utils.py.
 */
import { scoredBy } from '../../selection/choose'
import type { HeadCells, HeadGeometry, ScoredPolicy } from '../../selection/policy'

/** In tokens from the next position. */
const distances = Array.from({ length: 17 }, (_, power) => 2 ** power)

export const triAttention: ScoredPolicy = {
  name: 'triattention',
  signal: 'geometry',
  source: 'Mao et al., TriAttention, arXiv:2604.04921',
  readsKeys: true,
  savesMemory: true,
  leastTokens: 1,
  ...scoredBy(geometryScores),
}

/** (cells) */
export function geometryScores({ keys, geometry, positions }: Pick<HeadCells, 'keys' | 'geometry' | 'positions'>): Float64Array {
  if (!keys || !geometry) throw new Error('Expected keys and geometry, got null')
  const { length } = positions
  const next = length === 0 ? 0 : (positions[length - 1] as number) + 1
  const ofHeads = geometry.queryHeads.map((queryHead) => {
    const expected = expectedQuery(queryHead.center, geometry.frequencies, next)
    const surplus = queryHead.magnitudes.map((magnitude, pair) => magnitude - pairLength(queryHead.center, 2 * pair))
    return standardised(Float64Array.from({ length }, (_, cell) => scoreOf(keys, cell, expected, surplus)))
  })
  return Float64Array.from({ length }, (_, cell) => Math.max(...ofHeads.map((scores) => scores[cell] as number)))
}

/** (D) */
function expectedQuery(center: Float32Array, frequencies: HeadGeometry['frequencies'], next: number): Float64Array {
  const mean = Float64Array.from(center)
  frequencies.forEach((frequency, pair) => {
    const angles = distances.map((distance) => frequency * (next + distance))
    const cos = angles.reduce((sum, angle) => sum + Math.cos(angle), 0) / distances.length
    const sin = angles.reduce((sum, angle) => sum + Math.sin(angle), 0) / distances.length
    const [a, b] = [center[2 * pair] as number, center[2 * pair + 1] as number]
    mean[2 * pair] = a * cos - b * sin
    mean[2 * pair + 1] = a * sin + b * cos
  })
  return mean
}

function scoreOf(keys: Float32Array, cell: number, expected: Float64Array, surplus: Float32Array): number {
  const row = cell * expected.length
  let score = 0
  for (let d = 0; d < expected.length; d++) score += (expected[d] as number) * (keys[row + d] as number)
  for (let pair = 0; pair < surplus.length; pair++) score += (surplus[pair] as number) * pairLength(keys, row + 2 * pair)
  return score
}

const pairLength = (values: Float32Array, at: number): number => Math.hypot(values[at] as number, values[at + 1] as number)

function standardised(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  return values.map((value) => (deviation === 0 ? 0 : (value - mean) / deviation))
}
