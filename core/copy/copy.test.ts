import { afterEach, describe, expect, it } from 'vitest'
import type { Unreachable } from '../contract/errors/server-reasons'
import { copy, speak, spokenLanguage, texts } from './copy'
import { sentenceOf } from './failures'

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

describe('a server that cannot be reached', () => {
  const saidOf = (url: string, kind: 'name-unknown' | 'name-not-looked-up' | 'no-route' | 'connection-refused') => {
    const reason: Unreachable = { kind }
    const { what, todo } = sentenceOf({ code: 'url-unreachable', facts: { url, reason } })
    return `${what} ${todo}`
  }
  it('means that there is no internet connection if it is Hugging Face, whose name is certainly right', () => {
    for (const kind of ['name-unknown', 'name-not-looked-up', 'no-route'] as const)
      for (const host of ['huggingface.co', 'cas-bridge.xethub.hf.co'])
        expect(saidOf(`https://${host}/a/b`, kind)).toBe(
          `No internet connection: Headroom cannot reach ${host}. Check that this computer is connected to the internet, then try again.`,
        )
    expect(saidOf('https://huggingface.co/a/b', 'connection-refused')).toContain('huggingface.co refused the connection.')
  })
  it('may be a mistake in the address if it is any other server', () => {
    for (const host of ['hugingface.co', 'nothuggingface.co', 'huggingface.co.example'])
      expect(saidOf(`https://${host}/a`, 'name-unknown')).toBe(
        `No server named ${host} exists. Check the address and the internet connection, then try again.`,
      )
  })
})
