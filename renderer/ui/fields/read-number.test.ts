import { afterEach, describe, expect, it } from 'vitest'
import { kvRanges, samplingRanges } from '../../../core/contract/settings/setting-ranges'
import { setNumberLanguage } from '../../../core/text/number-language'
import { numberText, readNumber } from './read-number'

afterEach(() => setNumberLanguage('en'))
const context = (text: string) => readNumber(text, 'Context', kvRanges.contextTokens, true)
const batch = (text: string) => readNumber(text, 'Batch', kvRanges.batchTokens, false)
const temperature = (text: string) => readNumber(text, 'Temperature', samplingRanges.temperature, false)

describe('a typed number', () => {
  it('is accepted with and without digit grouping', () => {
    expect(context('8192')).toEqual({ ok: true, value: 8192 })
    expect(context('8,192')).toEqual({ ok: true, value: 8192 })
    expect(context(' 8 192 ')).toEqual({ ok: true, value: 8192 })
    expect(temperature('.5')).toEqual({ ok: true, value: 0.5 })
  })
  it('is read in the format of the user’s language', () => {
    setNumberLanguage('de')
    expect(context('8.192')).toEqual({ ok: true, value: 8192 })
    expect(temperature('0,5')).toEqual({ ok: true, value: 0.5 })
    expect(numberText(1234.5)).toBe('1.234,5')
  })
  it('is refused if it is out of range, with a reason that names the field and the range', () => {
    expect(batch('0')).toEqual({ ok: false, reason: 'Batch must be a whole number from 1 to 65,536, not 0.' })
    expect(temperature('7')).toEqual({ ok: false, reason: 'Temperature must be a number from 0 to 5, not 7.' })
    expect(context('-1')).toMatchObject({ ok: false })
  })
  it('is refused in a whole-number field if it is not a whole number in plain digits', () => {
    expect(batch('many')).toEqual({ ok: false, reason: 'Batch must be a whole number from 1 to 65,536. “many” is not a number.' })
    expect(batch('1.5')).toEqual({ ok: false, reason: 'Batch must be a whole number from 1 to 65,536.' })
    expect(batch('1e9')).toMatchObject({ ok: false })
    expect(batch('0x10')).toMatchObject({ ok: false })
  })
  it('may be empty only if the form defines what an empty field means', () => {
    expect(context('')).toEqual({ ok: true, value: null })
    expect(batch('  ')).toMatchObject({ ok: false })
  })
})
