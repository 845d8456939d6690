import { describe, expect, it } from 'vitest'
import { rmsNorm, swiGlu } from './layers'
import { createRope, rotate } from './rope'

describe('RMSNorm', () => {
  it('divides by the root of the mean square: (3, 4) is divided by 5 / sqrt 2', () => {
    const [a, b] = rmsNorm(Float32Array.of(3, 4), Float32Array.of(1, 2), 0)
    expect(a).toBeCloseTo((3 * Math.SQRT2) / 5, 6)
    expect(b).toBeCloseTo((2 * 4 * Math.SQRT2) / 5, 6)
  })
  it('works on each row separately', () => {
    const gain = Float32Array.of(1, 1)
    expect([...rmsNorm(Float32Array.of(1, 1, 7, 7), gain, 0)]).toEqual([1, 1, 1, 1])
  })
})

describe('SwiGLU', () => {
  it('multiplies x by its sigmoid and by the other input: 0 gives 0, and ln 3 with 4 gives 3 x ln 3', () => {
    const [zero, three] = swiGlu(Float32Array.of(0, Math.log(3)), Float32Array.of(5, 4))
    expect(zero).toBe(0)
    expect(three).toBeCloseTo(3 * Math.log(3), 5)
  })
})

describe('RoPE', () => {
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * (b[i] as number), 0)
  const turned = (x: readonly number[], position: number, rope = createRope(4, 100)) => {
    const row = Float32Array.from(x)
    rotate(row, Int32Array.of(position), 4, rope)
    return row
  }
  it('rotates pair i by position x base^(-2i / dims): 1 and 1/10 radian per position for 4 dims and base 100', () => {
    const row = turned([1, 0, 1, 0], 2)
    ;[Math.cos(2), Math.sin(2), Math.cos(0.2), Math.sin(0.2)].forEach((expected, i) => {
      expect(row[i]).toBeCloseTo(expected, 6)
    })
  })
  it('makes a dot product depend only on the distance', () => {
    const [q, k] = [
      [0.3, -1, 0.5, 2],
      [1, 0.25, -0.75, 0.5],
    ] as const
    expect(dot(turned(q, 9), turned(k, 4))).toBeCloseTo(dot(turned(q, 105), turned(k, 100)), 4)
    expect(Math.abs(dot(turned(q, 9), turned(k, 4)) - dot(turned(q, 9), turned(k, 0)))).toBeGreaterThan(0.01)
  })
  it('divides the frequency of a pair by the pair’s factor, and does not change elements beyond the rotated dims', () => {
    const slowed = turned([1, 0, 1, 0], 2, createRope(4, 100, Float32Array.of(1, 2)))
    expect(slowed[2]).toBeCloseTo(Math.cos(0.1), 6)
    expect([...turned([1, 0, 1, 0], 2, createRope(2, 100))].slice(2)).toEqual([1, 0])
  })
})
