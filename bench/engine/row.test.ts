import { describe, expect, it } from 'vitest'
import { amount, atLeast, atMost, isMet, missing, ratioOf } from './row'

const row = (ours: readonly number[], theirs: readonly number[]) => ({
  ...missing('decode', ''),
  ours: amount(ours, 'tok/s'),
  theirs: amount(theirs, 'tok/s'),
  ratio: ratioOf(ours, theirs),
})

describe('a row of the result', () => {
  it('has ratios of measurements within a round, so that a change in machine speed between rounds has no effect', () => {
    expect(ratioOf([90, 45, 99], [100, 50, 110])).toEqual({ median: 0.9, lowest: 0.9, highest: 0.9 })
  })
  it('contains the lowest and the highest ratio of the rounds', () => {
    expect(ratioOf([80, 90, 120], [100, 100, 100])).toEqual({ median: 0.9, lowest: 0.8, highest: 1.2 })
  })
  it('contains the mean and the sample standard deviation', () => {
    expect(amount([2, 4, 6], 'ms', 'p99')).toEqual({ mean: 4, deviation: 2, unit: 'ms', of: 'p99' })
  })
  it('is judged by its median, against a lower or an upper limit', () => {
    const theirs = [100, 100, 100]
    expect(isMet({ ...row([10, 90, 95], theirs), aim: atLeast(0.9) })).toBe(true)
    expect(isMet({ ...row([85, 89, 190], theirs), aim: atLeast(0.9) })).toBe(false)
    expect(isMet({ ...row([140, 150, 300], theirs), aim: atMost(1.5) })).toBe(true)
    expect(isMet({ ...row([10, 151, 152], theirs), aim: atMost(1.5) })).toBe(false)
  })
  it('has no verdict without a measurement or an aim', () => {
    expect(isMet(missing('window', 'no chromium'))).toBeNull()
    expect(isMet(row([1], [1]))).toBeNull()
  })
  it('cannot be made without a round, or if a round lacks one of its two measurements', () => {
    expect(() => ratioOf([1, 2], [1])).toThrow('got 2 and 1')
    expect(() => ratioOf([], [])).toThrow('got 0 and 0')
  })
})
