import { describe, expect, it } from 'vitest'
import { amount, atLeast, atMost, isMet, missing, ratioOf } from './row'

const row = (ours: readonly number[], theirs: readonly number[]) => ({
  ...missing('decode', ''),
  ours: amount(ours, 'tok/s'),
  theirs: amount(theirs, 'tok/s'),
  ratio: ratioOf(ours, theirs),
})

describe('a row of the result', () => {
  it('compares within rounds, so that a change of the machine’s speed between rounds changes nothing', () => {
    // 90/100, 45/50, 99/110
    expect(ratioOf([90, 45, 99], [100, 50, 110])).toEqual({ median: 0.9, lowest: 0.9, highest: 0.9 })
  })
  it('gives the spread of the rounds', () => {
    expect(ratioOf([80, 90, 120], [100, 100, 100])).toEqual({ median: 0.9, lowest: 0.8, highest: 1.2 })
  })
  it('has the mean and the sample deviation', () => {
    // mean 4; squares 4 + 0 + 4 = 8; 8 / 2 = 4; root 2
    expect(amount([2, 4, 6], 'ms', 'p99')).toEqual({ mean: 4, deviation: 2, unit: 'ms', of: 'p99' })
  })
  it('judges the median, as a lower or an upper limit', () => {
    expect(isMet({ ...row([90], [100]), aim: atLeast(0.9) })).toBe(true)
    expect(isMet({ ...row([89], [100]), aim: atLeast(0.9) })).toBe(false)
    expect(isMet({ ...row([3], [2]), aim: atMost(1.5) })).toBe(true)
    expect(isMet({ ...row([4], [2]), aim: atMost(1.5) })).toBe(false)
  })
  it('judges nothing that was not measured or has no target', () => {
    expect(isMet(missing('window', 'no chromium'))).toBeNull()
    expect(isMet(row([1], [1]))).toBeNull()
  })
  it('refuses rounds that are not pairs', () => {
    expect(() => ratioOf([1, 2], [1])).toThrow('got 2 and 1')
    expect(() => ratioOf([], [])).toThrow('got 0 and 0')
  })
})
