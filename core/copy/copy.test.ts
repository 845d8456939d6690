import { afterEach, describe, expect, it } from 'vitest'
import { copy, speak, spokenLanguage, texts } from './copy'

afterEach(() => speak('en'))

describe('the language of the texts', () => {
  it('is English until another language is chosen', () => {
    expect(copy).toBe(texts.en)
    speak('de')
    expect(copy).toBe(texts.de)
  })

  it('is the first of the system’s languages that Headroom supports', () => {
    expect(spokenLanguage('system', ['fr-CH', 'de-CH', 'en'])).toBe('de')
    expect(spokenLanguage('system', ['fr', 'toString'])).toBe('en')
    expect(spokenLanguage('system', [])).toBe('en')
  })

  it('is the chosen language, whatever the language of the system', () => {
    expect(spokenLanguage('de', ['en'])).toBe('de')
    expect(spokenLanguage('en', ['de'])).toBe('en')
  })
})
