import { describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { typedAddress } from './typed-address'

describe('typedAddress', () => {
  it.each([
    ['localhost:8080', 'http://localhost:8080'],
    [' http://localhost:8080/ ', 'http://localhost:8080'],
    ['http://host:8000/v1', 'http://host:8000'],
    ['http://host:8000/v1/', 'http://host:8000'],
    ['http://host:8000/v1/chat/completions', 'http://host:8000'],
    ['http://host:8080/slots', 'http://host:8080'],
    ['http://localhost:11434/api/tags', 'http://localhost:11434'],
    ['http://localhost:1234/api/v1/models', 'http://localhost:1234'],
    ['https://gpu.example.com/llm/', 'https://gpu.example.com/llm'],
    ['https://gpu.example.com/llm/v1', 'https://gpu.example.com/llm'],
    ['https://openrouter.ai/api/v1', 'https://openrouter.ai/api'],
    ['gpu.example.com', 'https://gpu.example.com'],
    ['10.example.com', 'https://10.example.com'],
    ['gpu-box:8000', 'http://gpu-box:8000'],
    ['192.168.1.5:8000', 'http://192.168.1.5:8000'],
    ['100.127.1.5:8000', 'http://100.127.1.5:8000'],
    ['172.32.1.5:8000', 'https://172.32.1.5:8000'],
    ['gpu.local:8000', 'http://gpu.local:8000'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['[fd00::5]:8080', 'http://[fd00::5]:8080'],
    ['[2001:db8::5]:8080', 'https://[2001:db8::5]:8080'],
    ['127.1:8000', 'http://127.0.0.1:8000'],
    ['0.0.0.0:8000', 'http://127.0.0.1:8000'],
    ['8080', 'http://localhost:8080'],
    [':8080/v1', 'http://localhost:8080'],
  ])('reads %s as %s', (typed, url) => {
    expect(typedAddress(typed, null)).toEqual({ url, key: null })
  })

  it.each([
    ['', { kind: 'empty' }, ''],
    ['http://', { kind: 'malformed' }, 'http://'],
    ['two words', { kind: 'malformed' }, 'two words'],
    ['ftp://host/models', { kind: 'protocol', protocol: 'ftp:' }, 'ftp://host/models'],
    ['http://me:secret@host:8080', { kind: 'with-password' }, 'http://host:8080'],
    ['me:secret@host:8080', { kind: 'with-password' }, 'host:8080'],
    ['http://host:8080/?key=secret', { kind: 'with-query' }, 'http://host:8080/'],
  ])('refuses “%s” without quoting a secret', (typed, reason, address) => {
    let error: unknown
    try {
      typedAddress(typed, null)
    } catch (thrown) {
      error = thrown
    }
    expect(failureOf(error)).toEqual({ code: 'server-address-invalid', facts: { address, reason } })
  })

  it('keeps the key without the spaces around it, and an empty key as no key', () => {
    expect(typedAddress('host:1', ' sk-1\n').key).toBe('sk-1')
    expect(typedAddress('host:1', ' ').key).toBeNull()
  })
})
