import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { type ElementType, encodedBytes } from './codec'
import { codecNamed, codecOf } from './codecs'
// The expected bytes come from ggml's reference quantizers. The values include zeros, ties, subnormal scales, the largest values and noise.
import ggml from './ggml-blocks.json'
import { fromHalf, toHalf } from './half'

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))
const values = new Float32Array(bytesOf(ggml.f32).buffer)

function encoded(type: ElementType, row: Float32Array): Uint8Array {
  const bytes = new Uint8Array(encodedBytes(codecOf(type), row.length))
  codecOf(type).encode(row, 0, row.length, bytes, 0)
  return bytes
}
function decoded(type: ElementType, bytes: Uint8Array, count: number): Float32Array {
  const row = new Float32Array(count)
  codecOf(type).decode(bytes, 0, row, 0, count)
  return row
}
const list = (...given: number[]): Float32Array => Float32Array.from({ length: 32 }, (_, i) => given[i] ?? 0)

describe('packing numbers', () => {
  it.each(['f32', 'f16', 'q8_0', 'q4_0'] as const)('gives the same bytes as ggml for %s', (type) => {
    expect(Buffer.from(encoded(type, values)).toString('base64')).toBe(ggml[type])
  })
  it('takes 34 bytes per 32 elements for q8_0 and 18 for q4_0, in whole blocks only', () => {
    expect([encodedBytes(codecOf('q8_0'), 64), encodedBytes(codecOf('q4_0'), 64), encodedBytes(codecOf('f16'), 3)]).toEqual([68, 36, 6])
    expect(() => encodedBytes(codecOf('q4_0'), 48)).toThrow('Expected a multiple of 32 elements for q4_0, got 48')
  })
  it('writes only to the given range', () => {
    const bytes = new Uint8Array(40).fill(0xee)
    codecOf('q8_0').encode(new Float32Array(64), 32, 32, bytes, 3)
    expect([...bytes].map((byte) => byte === 0xee)).toEqual([...bytes].map((_, i) => i < 3 || i >= 37))
  })
})

describe('unpacking numbers', () => {
  it('is exact for whole numbers in q8_0 if the largest element is 127, which makes the scale 1', () => {
    const row = list(127, -3, 0, 64)
    expect(decoded('q8_0', encoded('q8_0', row), 32)).toEqual(row)
  })
  it('is exact for whole numbers up to 7 in q4_0 if the element of the largest magnitude is -8, which makes the scale 1', () => {
    const row = list(-8, 7, 1, -1)
    expect(decoded('q4_0', encoded('q4_0', row), 32)).toEqual(row)
    expect(decoded('q4_0', encoded('q4_0', list(-8, 8)), 32)[1]).toBe(7)
  })
  it('has an error of at most half a step plus the rounding of the scale in q8_0', () => {
    const back = decoded('q8_0', encoded('q8_0', values), values.length)
    for (let block = 0; block < values.length; block += 32) {
      const largest = Math.max(...values.subarray(block, block + 32).map(Math.abs))
      // The f16 scale is off by up to 2^-11 of itself, or 2^-25 if subnormal.
      const bound = largest / 254 + 127 * Math.max((largest / 127) * 2 ** -11, 2 ** -25) + 1e-30
      for (let i = block; i < block + 32; i++) expect(Math.abs((back[i] as number) - (values[i] as number))).toBeLessThanOrEqual(bound)
    }
  })
})

describe('conversion to half precision', () => {
  it('reverses the conversion from half precision for every number except NaN', () => {
    const halves = Array.from({ length: 1 << 16 }, (_, half) => half).filter((half) => !Number.isNaN(fromHalf(half)))
    expect(halves).toHaveLength(65_536 - 2 * 1023)
    expect(halves.filter((half) => toHalf(fromHalf(half)) !== half)).toEqual([])
  })
  it('rounds to even at a tie, and to infinity on overflow', () => {
    // Between 1 and 2, f16 values are 2^-10 apart.
    expect(toHalf(1 + 2 ** -11)).toBe(0x3c00)
    expect(toHalf(1 + 3 * 2 ** -11)).toBe(0x3c02)
    expect([toHalf(65_504), toHalf(65_519), toHalf(65_520), toHalf(-1e9)]).toEqual([0x7bff, 0x7bff, 0x7c00, 0xfc00])
    expect(fromHalf(toHalf(Number.NaN))).toBeNaN()
  })
})

describe('codecNamed', () => {
  it('returns undefined for a type without a codec', () => {
    expect(codecNamed('q6_K')).toBeUndefined()
    expect(codecNamed('constructor')).toBeUndefined()
  })
})
