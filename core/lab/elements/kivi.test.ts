import { describe, expect, it } from 'vitest'
import { decodeKivi, encodeKivi, type KiviBits, kiviGroup, kiviGroupBytes } from './kivi'

const roundTrip = (values: Float32Array, stride = 1, bits: KiviBits = 2): Float32Array => {
  const bytes = new Uint8Array(kiviGroupBytes(bits))
  encodeKivi(values, 0, stride, bytes, 0, bits)
  const back = new Float32Array(values.length)
  decodeKivi(bytes, 0, back, 0, stride, bits)
  return back
}

describe('packing with two bits', () => {
  it('stores four levels exactly: -1, 0.5, 2 and 3.5, with a step of 1.5', () => {
    const values = Float32Array.from({ length: kiviGroup }, (_, i) => -1 + 1.5 * (i % 4))
    expect(roundTrip(values)).toEqual(values)
  })
  it('has an error of at most half a step, a sixth of the range, plus the rounding of minimum and step', () => {
    const values = Float32Array.from({ length: kiviGroup }, (_, i) => Math.sin(i))
    const range = Math.max(...values) - Math.min(...values)
    const error = Math.max(...roundTrip(values).map((value, i) => Math.abs(value - (values[i] as number))))
    expect(error).toBeLessThanOrEqual(range / 6 + 4 * 2 ** -11)
    expect(error).toBeGreaterThan(range / 12)
  })
  it('stores equal numbers exactly', () => {
    expect(roundTrip(new Float32Array(kiviGroup).fill(0.25))).toEqual(new Float32Array(kiviGroup).fill(0.25))
  })
  it('follows a stride, and does not change the elements in between', () => {
    const values = Float32Array.from({ length: 2 * kiviGroup }, (_, i) => (i % 2 === 0 ? (i / 2) % 4 : 99))
    expect([...roundTrip(values, 2)]).toEqual([...values].map((value) => (value === 99 ? 0 : value)))
  })
  it('takes 12 bytes for 32 elements, 3 bits each', () => {
    expect((8 * kiviGroupBytes(2)) / kiviGroup).toBe(3)
  })
})

describe('packing with four bits', () => {
  it('stores 16 levels exactly: -1, -0.5, ... 6.5, with a step of 0.5', () => {
    const values = Float32Array.from({ length: kiviGroup }, (_, i) => -1 + 0.5 * (i % 16))
    expect(roundTrip(values, 1, 4)).toEqual(values)
  })
  it('has an error of at most half a step, a thirtieth of the range, plus the rounding of minimum and step', () => {
    const values = Float32Array.from({ length: kiviGroup }, (_, i) => Math.sin(i))
    const range = Math.max(...values) - Math.min(...values)
    const error = Math.max(...roundTrip(values, 1, 4).map((value, i) => Math.abs(value - (values[i] as number))))
    expect(error).toBeLessThanOrEqual(range / 30 + 4 * 2 ** -11)
  })
  it('takes 20 bytes for 32 elements, 5 bits each', () => {
    expect((8 * kiviGroupBytes(4)) / kiviGroup).toBe(5)
  })
})
