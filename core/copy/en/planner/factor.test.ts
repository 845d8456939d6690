import { afterEach, describe, expect, it } from 'vitest'
import { setNumberLanguage } from '../../../text/number-language'
import { formula } from './formula'

afterEach(() => setNumberLanguage('en'))

describe('the error factor of a formula', () => {
  it('says how many times too high or too low the result is', () => {
    expect(formula.factor(4)).toBe('4 × too high')
    expect(formula.factor(5.796)).toBe('5.80 × too high')
    expect(formula.factor(1 / 61)).toBe('61 × too low')
    expect(formula.factor(0.5)).toBe('2 × too low')
    expect(formula.factor(256)).toBe('256 × too high')
  })
  it('is written in the user’s number format', () => {
    setNumberLanguage('de')
    expect(formula.factor(5.796)).toBe('5,80 × too high')
    expect(formula.factor(4)).toBe('4 × too high')
  })
  it('is written as “counts nothing” if it is zero', () => {
    expect(formula.factor(0)).toBe('counts nothing')
  })
})
