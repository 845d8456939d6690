import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../stats/seeded-random'
import { encodedBytes } from './codec'
import { cacheCodec, codecOf } from './codecs'
import { hadamard, keyRotation } from './hadamard'
import { bestValues } from './turboquant'

const dim = 64
const random = seededRandom(5)
/** Normally distributed, with one outlier, as keys often are. */
const row = Float32Array.from({ length: dim }, (_, d) => {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return d === 9 ? 12 : normal
})
function roundTrip(type: Parameters<typeof cacheCodec>[0], values: Float32Array): Float32Array {
  const codec = cacheCodec(type, dim, 'keys')
  const bytes = new Uint8Array(encodedBytes(codec, values.length))
  codec.encode(values, 0, values.length, bytes, 0)
  const back = new Float32Array(values.length)
  codec.decode(bytes, 0, back, 0, values.length)
  return back
}
const squaredError = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, value, i) => sum + (value - (b[i] as number)) ** 2, 0)

/** Source: ggml_gen_hadamard in llama.cpp, src/llama-kv-cache.cpp. */
describe('the Hadamard rotation', () => {
  it('multiplies by llama.cpp’s matrix, here for 4 elements', () => {
    const columns = [0, 1, 2, 3].map((d) => {
      const x = Float64Array.from({ length: 4 }, (_, i) => (i === d ? 1 : 0))
      hadamard(x, 0, 4)
      return [...x]
    })
    expect(columns).toEqual([
      [0.5, 0.5, 0.5, 0.5],
      [0.5, -0.5, 0.5, -0.5],
      [0.5, 0.5, -0.5, -0.5],
      [0.5, -0.5, -0.5, 0.5],
    ])
  })
  it('is its own inverse, and preserves the length of a vector', () => {
    const x = Float64Array.from(row)
    hadamard(x, 0, dim)
    expect(Math.hypot(...x)).toBeCloseTo(Math.hypot(...row), 10)
    hadamard(x, 0, dim)
    x.forEach((value, d) => {
      expect(value).toBeCloseTo(row[d] as number, 10)
    })
  })
  it('rotates blocks of the largest size 64 x 2^n that divides the head dimension: 64 for 64 and 192, 128 for 128, 256 for 256', () => {
    expect([64, 192, 128, 256].map(keyRotation)).toEqual([64, 64, 128, 256])
    expect(() => keyRotation(80)).toThrow('Expected a head dim in multiples of 64, got 80')
  })
})

describe('a rotated ggml type', () => {
  it('takes as many bytes as the type itself: 68 in q8_0 and 36 in q4_0 for 64 elements', () => {
    expect((['q8_0-rotated', 'q4_0-rotated'] as const).map((type) => cacheCodec(type, dim, 'values').blockBytes)).toEqual([68, 36])
    expect(cacheCodec('q4_0-rotated', 128, 'keys').blockElements).toBe(128)
    expect(cacheCodec('q4_0-rotated', 128, 'values').blockElements).toBe(64)
  })
  it('encodes the rotated row with the codec of the type itself', () => {
    const turned = Float32Array.from(row)
    hadamard(turned, 0, dim)
    const expected = new Uint8Array(36)
    codecOf('q4_0').encode(turned, 0, dim, expected, 0)
    const bytes = new Uint8Array(36)
    cacheCodec('q4_0-rotated', dim, 'keys').encode(row, 0, dim, bytes, 0)
    expect(bytes).toEqual(expected)
  })
  it('at least halves the squared error of a row with an outlier', () => {
    expect(squaredError(roundTrip('q4_0-rotated', row), row)).toBeLessThan(0.5 * squaredError(roundTrip('q4_0', row), row))
  })
})

describe('TurboQuant', () => {
  it('has the paper’s levels for many elements, times sqrt(D): 0.798 for one bit, 0.453 and 1.51 for two bits', () => {
    const positive = (bits: number) => [...bestValues(4096, bits)].map((value) => 64 * value).filter((value) => value > 0)
    expect(positive(1)[0]).toBeCloseTo(Math.sqrt(2 / Math.PI), 3)
    expect(positive(2)[0]).toBeCloseTo(0.453, 3)
    expect(positive(2)[1]).toBeCloseTo(1.51, 2)
  })
  it('has the levels of the exact distribution for 64 elements (numpy, Gauss-Legendre quadrature)', () => {
    const positive = (bits: number) => [...bestValues(dim, bits)].map((value) => 8 * value).filter((value) => value > 0)
    ;[0.45212, 1.49997].forEach((value, i) => {
      expect(positive(2)[i]).toBeCloseTo(value, 4)
    })
    ;[0.12735, 0.38472, 0.65049, 0.93189, 1.2394, 1.59085, 2.02331, 2.64637].forEach((value, i) => {
      expect(positive(4)[i]).toBeCloseTo(value, 4)
    })
  })
  it('takes 2 bytes for the length, and 2 or 4 bits per element: 18 or 34 bytes for 64 elements', () => {
    expect((['turboquant-2', 'turboquant-4'] as const).map((type) => cacheCodec(type, dim, 'keys').blockBytes)).toEqual([18, 34])
  })
  it('has the paper’s squared error, relative to a row’s squared length: 0.115 with two bits, 0.009 with four', () => {
    const rows = Float32Array.from({ length: 400 * dim }, (_, i) => (i % dim === 3 ? 4 : random() - 0.5))
    for (const [type, share] of [
      ['turboquant-2', 0.115],
      ['turboquant-4', 0.0091],
    ] as const) {
      const back = roundTrip(type, rows)
      const shares = Array.from({ length: 400 }, (_, i) => {
        const own = rows.subarray(i * dim, (i + 1) * dim)
        return squaredError(back.subarray(i * dim, (i + 1) * dim), own) / squaredError(own, new Float32Array(dim))
      })
      expect(shares.reduce((sum, one) => sum + one, 0) / 400 / share).toBeGreaterThan(0.8)
      expect(shares.reduce((sum, one) => sum + one, 0) / 400 / share).toBeLessThan(1.2)
    }
  })
  it('leaves a row of zeros unchanged', () => {
    expect(roundTrip('turboquant-4', new Float32Array(dim)).every((value) => value === 0)).toBe(true)
  })
})
