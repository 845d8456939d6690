import { expect, it } from 'vitest'
import { patternPixels, readPattern } from './pattern'

it('readPattern reads base64, and refuses a pattern that is cut off', () => {
  const weights = btoa(String.fromCharCode(255, 0, 128, 127))
  const pattern = readPattern({ rows: 2, columns: 2, weights })
  expect([...pattern.weights]).toEqual([255, 0, 128, 127])
  expect(() => readPattern({ rows: 2, columns: 3, weights })).toThrow('Expected 6 weights, got 4')
})

it('patternPixels paints an attention pattern in one color, stronger for larger weights', () => {
  const pixels = patternPixels({ rows: 1, columns: 2, weights: Uint8Array.of(255, 10) }, [1, 2, 3])
  expect([...pixels]).toEqual([1, 2, 3, 255, 1, 2, 3, 10])
})
