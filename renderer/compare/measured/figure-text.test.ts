import { afterEach, describe, expect, it } from 'vitest'
import { formatNumber, setNumberLanguage } from '../../../core/text/number-language'
import { differenceText, errorText, exactText, unreliableText } from './figure-text'

const rate = { unit: 'tok/s', write: (value: number) => value.toFixed(1) }
const share = { unit: '%', write: (value: number) => (value * 100).toFixed(2) }

afterEach(() => setNumberLanguage('en'))

describe('the text of a figure', () => {
  it('gives the difference from the reference as a percentage', () => {
    // 32 elements take 34 bytes in q8_0 and 64 in f16.
    expect(differenceText(34, 64)).toBe('−47%')
    expect(differenceText(64, 64)).toBe('±0.0%')
    expect(differenceText(65, 64)).toBe('+1.6%')
    expect(differenceText(1, undefined)).toBeUndefined()
  })
  it('shows the error with as many decimal places as the value, or more if it would round to 0', () => {
    expect(errorText(rate, { value: 81.42, error: 0.637 })).toBe(' ± 0.6')
    expect(errorText(share, { value: 0.996, error: 0.0004 })).toBe(' ± 0.04')
    expect(errorText(rate, { value: 81.42, error: null })).toBe('')
    expect(errorText(rate, { value: 504.2, error: 1e-13 })).toBe(' ± 0.0')
    expect(errorText(rate, { value: 504.2, error: 0.04 })).toBe(' ± 0.04')
  })
  it('calls a rate unreliable if its deviation exceeds half of the mean, and gives the median', () => {
    expect(unreliableText(rate, { value: 74.4, error: 78.1, median: 31.2 })).toBe('unreliable, median 31.2')
    expect(unreliableText(rate, { value: 2302, error: 3567 })).toBe('unreliable')
    expect(unreliableText(rate, { value: 80, error: 40, median: 80 })).toBeUndefined()
    expect(unreliableText(rate, { value: 80, error: null })).toBeUndefined()
  })
  it('finds the decimal places of the value in German too', () => {
    setNumberLanguage('de')
    expect(errorText({ unit: 'tok/s', write: (value) => formatNumber(value, 1) }, { value: 1081.42, error: 0.637 })).toBe(' ± 0,6')
  })
  it('shows every digit in its exact form', () => {
    expect(exactText({ unit: 'MiB' }, { value: 6_291_456, error: null })).toBe('6,291,456 bytes')
    expect(exactText(rate, { value: 81.4219, error: 0.5 })).toBe('81.4219 ± 0.5')
  })
})
