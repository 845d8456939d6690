/**
 * A row is a length times a unit vector. After a random rotation, each element of the vector has the density (1 - x^2)^((D - 3) / 2), so
 * one table of values serves all rows.
 *
 *   row = length (f16), D x b bits        element = length * (inverse rotation of table[index])
 *
 * The rotation is random signs and a Walsh-Hadamard rotation. The paper's second stage, for unbiased dot products, is left out.
 * Source: Zandieh et al., TurboQuant, arXiv:2504.19874, algorithm 1.
 */
import { seededRandom } from '../../stats/seeded-random'
import type { CacheType, ElementCodec } from './codec'
import { hadamard } from './hadamard'
import { fromHalf, toHalf } from './half'

/** `headDim`: D, a power of two. `bits`: 2 or 4. */
export function turboQuant(type: CacheType, headDim: number, bits: 2 | 4): ElementCodec {
  const table = bestValues(headDim, bits)
  const bounds = midpoints(table)
  const random = seededRandom(headDim)
  const signs = Float64Array.from({ length: headDim }, () => (random() < 0.5 ? -1 : 1))
  const blockBytes = 2 + (headDim * bits) / 8
  const perByte = 8 / bits
  const unit = new Float64Array(headDim)

  const encodeRow = (values: Float32Array, from: number, bytes: Uint8Array, at: number): void => {
    let squares = 0
    for (let d = 0; d < headDim; d++) squares += (values[from + d] as number) ** 2
    const length = Math.sqrt(squares)
    for (let d = 0; d < headDim; d++) unit[d] = length === 0 ? 0 : ((values[from + d] as number) / length) * (signs[d] as number)
    hadamard(unit, 0, headDim)
    const half = toHalf(length)
    bytes[at] = half
    bytes[at + 1] = half >>> 8
    for (let d = 0; d < headDim; d += perByte) {
      let packed = 0
      for (let i = 0; i < perByte; i++) packed |= indexOf(bounds, unit[d + i] as number) << (i * bits)
      bytes[at + 2 + d / perByte] = packed
    }
  }

  const decodeRow = (bytes: Uint8Array, at: number, values: Float32Array, from: number): void => {
    const length = fromHalf((bytes[at] as number) | ((bytes[at + 1] as number) << 8))
    for (let d = 0; d < headDim; d++) {
      const packed = bytes[at + 2 + Math.floor(d / perByte)] as number
      unit[d] = table[(packed >>> ((d % perByte) * bits)) & (2 ** bits - 1)] as number
    }
    hadamard(unit, 0, headDim)
    for (let d = 0; d < headDim; d++) values[from + d] = length * (unit[d] as number) * (signs[d] as number)
  }

  return {
    type,
    blockElements: headDim,
    blockBytes,
    encode(values, from, count, bytes, at) {
      for (let row = 0; row < count / headDim; row++) encodeRow(values, from + row * headDim, bytes, at + row * blockBytes)
    },
    decode(bytes, at, values, from, count) {
      for (let row = 0; row < count / headDim; row++) decodeRow(bytes, at + row * blockBytes, values, from + row * headDim)
    },
  }
}

function indexOf(bounds: Float64Array, value: number): number {
  let index = 0
  while (index < bounds.length && value > (bounds[index] as number)) index++
  return index
}

const gridSteps = 1 << 14
const rounds = 10_000

/** 2^bits ascending values with the least mean squared error (Lloyd-Max). */
export function bestValues(headDim: number, bits: number): Float64Array {
  const mass = massBelow(headDim)
  /** Integral of x (1 - x^2)^((D - 3) / 2). */
  const moment = (x: number) => -((1 - x * x) ** ((headDim - 1) / 2)) / (headDim - 1)
  const count = 2 ** bits
  let values = Float64Array.from({ length: count }, (_, i) => ((4 * (i + 0.5)) / count - 2) / Math.sqrt(headDim))
  for (let round = 0; round < rounds; round++) {
    const bounds = [-1, ...midpoints(values), 1]
    const next = values.map((_, i) => {
      const [low, high] = [bounds[i] as number, bounds[i + 1] as number]
      return (moment(high) - moment(low)) / (mass(high) - mass(low))
    })
    const change = Math.max(...next.map((value, i) => Math.abs(value - (values[i] as number))))
    values = next
    if (change < 1e-12) break
  }
  return values
}

const midpoints = (values: Float64Array): Float64Array => values.slice(1).map((value, i) => (value + (values[i] as number)) / 2)

/** The integral of (1 - x^2)^((D - 3) / 2) from -1, by trapezoids. */
function massBelow(headDim: number): (x: number) => number {
  const density = (x: number) => (1 - x * x) ** ((headDim - 3) / 2)
  const step = 2 / gridSteps
  const sums = new Float64Array(gridSteps + 1)
  for (let i = 1; i <= gridSteps; i++)
    sums[i] = (sums[i - 1] as number) + (step * (density(-1 + (i - 1) * step) + density(Math.min(1, -1 + i * step)))) / 2
  return (x) => {
    const at = Math.min(gridSteps - 1, Math.floor((x + 1) / step))
    const rest = x + 1 - at * step
    return (sums[at] as number) + (rest * (density(-1 + at * step) + density(x))) / 2
  }
}
