import { afterEach, describe, expect, it } from 'vitest'
import { setNumberLanguage } from '../../../core/text/number-language'
import { factorText } from './factor-text'

afterEach(() => setNumberLanguage('en'))

describe('the error factor of a formula', () => {
  it('is shown as times too high or too low', () => {
    expect(factorText(4)).toBe('4 × too high')
    expect(factorText(5.796)).toBe('5.80 × too high')
    expect(factorText(1 / 61)).toBe('61 × too low')
    expect(factorText(0.5)).toBe('2 × too low')
    expect(factorText(256)).toBe('256 × too high')
  })
  it('is written in the user’s number format', () => {
    setNumberLanguage('de')
    expect(factorText(5.796)).toBe('5,80 × too high')
    expect(factorText(4)).toBe('4 × too high')
  })
  it('has no number for zero', () => {
    expect(factorText(0)).toBe('counts nothing')
  })
})
