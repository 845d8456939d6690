import { expect, it } from 'vitest'
import { isWithin, smallestPassing } from './smallest-passing'

const candidates = [16, 32, 48, 64, 80, 96, 112, 128]

it('smallestPassing finds the smallest candidate that passes and the largest that fails, among 8 candidates in at most 4 steps', () => {
  for (const smallest of candidates) {
    const seen: number[] = []
    const found = smallestPassing(
      candidates,
      (candidate) => {
        seen.push(candidate)
        return candidate
      },
      (measured) => measured >= smallest,
    )
    expect(found.passing).toEqual({ candidate: smallest, measured: smallest })
    const below = candidates[candidates.indexOf(smallest) - 1]
    expect(found.failing).toEqual(below === undefined ? null : { candidate: below, measured: below })
    expect(found.tried).toBeLessThanOrEqual(4)
    expect(found.tried).toBe(seen.length)
  }
})

it('smallestPassing reports the largest candidate as failing if no candidate passes', () => {
  const found = smallestPassing(
    candidates,
    (candidate) => candidate,
    () => false,
  )
  expect([found.passing, found.failing?.candidate]).toEqual([null, 128])
  expect(smallestPassing([], Number, () => true)).toEqual({ passing: null, failing: null, tried: 0 })
})

it('isWithin adds the standard error to the loss', () => {
  expect(isWithin({ loss: 0.6, error: 0.4 }, 1)).toBe(true)
  expect(isWithin({ loss: 0.6, error: 0.5 }, 1)).toBe(false)
  expect(isWithin({ loss: -3, error: 2 }, 0)).toBe(true)
})
