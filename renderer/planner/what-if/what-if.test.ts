import { describe, expect, it } from 'vitest'
import { gibibytesText, readGibibytes } from './gibibytes'
import { shapeStops } from './shape-stops'

const gib = 2 ** 30

describe('the memory of GPUs', () => {
  it('is typed as numbers separated by spaces', () => {
    expect(readGibibytes('24 24')).toEqual([24 * gib, 24 * gib])
    expect(readGibibytes(' 11.5 ')).toEqual([11.5 * gib])
    expect(readGibibytes('')).toEqual([])
    expect(readGibibytes('24 much')).toBeNull()
    expect(gibibytesText([24 * gib, 11.5 * gib])).toBe('24  11.5')
  })
})

describe('the slider stops of a model’s shape', () => {
  it('for KV heads are the divisors of the number of query heads', () => {
    expect(shapeStops('kvHeads', 8, 32)).toEqual([1, 2, 4, 8, 16, 32])
  })
  it('include the file’s value', () => {
    expect(shapeStops('headDim', 80)).toContain(80)
    expect(shapeStops('layers', 200).at(-1)).toBe(200)
  })
})
