import { describe, expect, it } from 'vitest'
import { niceAxis, tickDigits } from './nice-axis'

describe('an axis', () => {
  it('extends from 0 to the first tick at or above the largest value', () => {
    expect(niceAxis([3, 81.4], true).ticks).toEqual([0, 20, 40, 60, 80, 100])
    expect(niceAxis([0.00043], true).ticks).toEqual([0, 0.0001, 0.0002, 0.0003, 0.0004, 0.0005])
  })
  it('starts near the values if they are far from zero', () => {
    expect(niceAxis([5.31, 5.42], false)).toEqual({ least: 5.3, most: 5.45, ticks: [5.3, 5.35, 5.4, 5.45] })
  })
  it('has two different ends, whatever the values', () => {
    expect(niceAxis([], true).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
    expect(niceAxis([0], true).most).toBeGreaterThan(0)
    expect(niceAxis([7, 7], false).most).toBeGreaterThan(niceAxis([7, 7], false).least)
    expect(niceAxis([Number.NaN, 4], true).most).toBe(4)
  })
  it('has labels with as many decimal places as its steps need', () => {
    expect(tickDigits(niceAxis([81], true))).toBe(0)
    expect(tickDigits(niceAxis([0.00043], true))).toBe(4)
    expect(tickDigits(niceAxis([5.31, 5.42], false))).toBe(2)
  })
})
