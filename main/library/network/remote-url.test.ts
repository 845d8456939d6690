import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { modelUrl, redirectTarget, shownUrl } from './remote-url'

function refusal(text: string) {
  try {
    modelUrl(text)
  } catch (error) {
    return failureOf(error)
  }
  throw new Error('Expected the address to be refused')
}

describe('the address of a model', () => {
  it('must be http or https, without a password', () => {
    expect(refusal('ftp://host/m.gguf')).toEqual({
      code: 'url-invalid',
      facts: { url: 'ftp://host/m.gguf', reason: { kind: 'protocol', protocol: 'ftp:' } },
    })
    expect(refusal('https://me:secret@host/m.gguf')).toEqual({
      code: 'url-invalid',
      facts: { url: 'https://host/m.gguf', reason: { kind: 'with-password' } },
    })
  })

  it('is refused without revealing its secrets if it is invalid', () => {
    expect(refusal('https://')).toMatchObject({ facts: { reason: { kind: 'malformed' } } })
    expect(refusal('https://me:secret@host:port/m.gguf?key=secret')).toEqual({
      code: 'url-invalid',
      facts: { url: 'https://host:port/m.gguf', reason: { kind: 'malformed' } },
    })
  })

  it('is changed to the file’s address if it is the file’s page on Hugging Face', () => {
    expect(modelUrl('https://huggingface.co/org/repo/blob/main/a/blob/m.gguf?x=1#y').href).toBe(
      'https://huggingface.co/org/repo/resolve/main/a/blob/m.gguf?x=1',
    )
    expect(modelUrl('https://host/org/repo/blob/main/m.gguf').pathname).toBe('/org/repo/blob/main/m.gguf')
  })

  it('is shown without its query, which can contain a signature', () => {
    expect(shownUrl(new URL('https://host:8443/a%20b.gguf?signature=secret'))).toBe('https://host:8443/a%20b.gguf')
  })
})

describe('a redirect', () => {
  it('can lead to any server, but never from https to http', () => {
    const from = new URL('https://host/a/b.gguf?x=1')
    expect(redirectTarget(from, '../c.gguf')).toEqual(new URL('https://host/c.gguf'))
    expect(redirectTarget(from, '//store/c?y=2')).toEqual(new URL('https://store/c?y=2'))
    expect(redirectTarget(new URL('http://host/a'), 'https://host/a')).toEqual(new URL('https://host/a'))
    expect(redirectTarget(from, 'http://host/a/b.gguf')).toEqual({ kind: 'redirect-to-http' })
    expect(redirectTarget(from, 'data:,GGUF')).toEqual({
      kind: 'redirect-refused',
      problem: { kind: 'protocol', protocol: 'data:' },
    })
  })
})
