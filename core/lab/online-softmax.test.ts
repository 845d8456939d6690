import { describe, expect, it } from 'vitest'
import { seededRandom } from '../stats/seeded-random'
import { OnlineSoftmax } from './online-softmax'
import { softmax } from './softmax'
import { addWeightedRows } from './weighted-rows'

const cells = 512
const dim = 64
const tile = 32
const random = seededRandom(7)
const noise = (count: number): Float32Array => Float32Array.from({ length: count }, () => random() * 2 - 1)
const keys = noise(cells * dim)
const values = noise(cells * dim)

const scoresOf = (query: Float32Array, of: Float32Array, shift = 0): Float32Array =>
  Float32Array.from({ length: cells }, (_, c) => query.reduce((sum, q, d) => sum + q * (of[c * dim + d] as number), 0) / 8 + shift)

function eager(scores: Float32Array, of = values): { out: Float64Array; weights: Float32Array } {
  const weights = scores.slice()
  softmax(weights)
  const out = new Float64Array(dim)
  addWeightedRows(out, weights, 0, of, cells)
  return { out, weights }
}
function online(scores: Float32Array, of = values): { state: OnlineSoftmax; out: Float32Array } {
  const state = new OnlineSoftmax(dim)
  for (let first = 0; first < cells; first += tile)
    state.absorb(scores.slice(first, first + tile), of.subarray(first * dim, (first + tile) * dim), tile)
  const out = new Float32Array(dim)
  state.finish(out, 0)
  return { state, out }
}
const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(a, (value, i) => Math.abs(value - (b[i] as number))))

describe('online softmax', () => {
  it('equals softmax over the whole row up to rounding, although it gets one tile of scores at a time', () => {
    const scores = scoresOf(noise(dim), keys)
    expect(largestDifference(online(scores).out, eager(scores).out)).toBeLessThan(1e-6)
  })
  it('stays finite and correct if exp of a score would overflow', () => {
    const hot = scoresOf(noise(dim), keys, 1000)
    expect(Math.exp(hot[0] as number)).toBe(Number.POSITIVE_INFINITY)
    const { out } = online(hot)
    expect(out.every(Number.isFinite)).toBe(true)
    expect(largestDifference(out, eager(hot).out)).toBeLessThan(1e-5)
  })
  it('gives weights 1/4 and 3/4 for the scores 0 and ln 3 in two tiles', () => {
    const state = new OnlineSoftmax(1)
    state.absorb(Float32Array.of(0), Float32Array.of(8), 1)
    state.absorb(Float32Array.of(Math.log(3)), Float32Array.of(4), 1)
    const out = new Float32Array(1)
    state.finish(out, 0)
    // 1/4 x 8 + 3/4 x 4
    expect(out[0]).toBeCloseTo(5, 6)
  })
  it('is zero if the mask hides every cell', () => {
    const state = new OnlineSoftmax(2)
    state.absorb(new Float32Array(3).fill(Number.NEGATIVE_INFINITY), new Float32Array(6).fill(1), 3)
    const out = Float32Array.of(9, 9)
    state.finish(out, 0)
    expect([...out]).toEqual([0, 0])
  })
})

describe('the state of a fused kernel', () => {
  it('does not reveal attention: two caches with the same output and state have different H2O scores', () => {
    // Tokens 7 and 12 share a tile and a value; the second cache swaps their keys.
    const same = values.slice()
    same.copyWithin(7 * dim, 12 * dim, 13 * dim)
    const exchanged = keys.slice()
    exchanged.set(keys.subarray(12 * dim, 13 * dim), 7 * dim)
    exchanged.set(keys.subarray(7 * dim, 8 * dim), 12 * dim)

    const h2o = [new Float64Array(cells), new Float64Array(cells)]
    for (let query = 0; query < 20; query++) {
      const q = noise(dim).map((x) => 4 * x)
      const scores = [keys, exchanged].map((of) => scoresOf(q, of))
      const states = scores.map((row) => online(row, same))
      expect(largestDifference(states[0]?.out ?? [], states[1]?.out ?? [])).toBeLessThan(1e-6)
      expect(states[0]?.state.max).toBe(states[1]?.state.max)
      expect(states[0]?.state.sum).toBeCloseTo(states[1]?.state.sum ?? 0, 9)
      scores.forEach((row, cache) => {
        eager(row, same).weights.forEach((weight, cell) => {
          const total = h2o[cache] as Float64Array
          total[cell] = (total[cell] as number) + weight
        })
      })
    }
    const [first, second] = h2o as [Float64Array, Float64Array]
    expect(first[7]).toBeCloseTo(second[12] as number, 9)
    expect(first[12]).toBeCloseTo(second[7] as number, 9)
    expect(Math.abs((first[7] as number) - (first[12] as number))).toBeGreaterThan(1e-3)
  })
})
