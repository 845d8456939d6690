import { afterEach, describe, expect, it } from 'vitest'
import { copy, speak, spokenLanguage, texts } from './copy'

afterEach(() => speak('en'))

describe('the language of the texts', () => {
  it('is English until another one is chosen', () => {
    expect(copy).toBe(texts.en)
    speak('de')
    expect(copy).toBe(texts.de)
  })

  it('follows the first language of the system that Headroom speaks', () => {
    expect(spokenLanguage('system', ['fr-CH', 'de-CH', 'en'])).toBe('de')
    expect(spokenLanguage('system', ['fr', 'toString'])).toBe('en')
    expect(spokenLanguage('system', [])).toBe('en')
  })

  it('is the chosen one, whatever the system speaks', () => {
    expect(spokenLanguage('de', ['en'])).toBe('de')
    expect(spokenLanguage('en', ['de'])).toBe('en')
  })
})
