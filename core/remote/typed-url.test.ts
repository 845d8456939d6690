import { expect, it } from 'vitest'
import { isReadByOthers, isUrl } from './typed-url'

it('distinguishes a URL from a path', () => {
  for (const text of ['https://host/m.gguf', 'HTTP://host/m.gguf', 'ftp://host/m.gguf', 'file:///m.gguf']) expect(isUrl(text)).toBe(true)
  for (const text of ['/models/m.gguf', 'm.gguf', 'C:\\models\\m.gguf', 'c://models/m.gguf', 'https:/m.gguf', ''])
    expect(isUrl(text)).toBe(false)
})

it('warns that others can read what is sent over http to another machine', () => {
  expect(['gpu-box:8000', '192.168.1.5', 'http://example.org', 'gpu.local'].filter(isReadByOthers)).toHaveLength(4)
  const safe = [
    '',
    '8080',
    ':8080/v1',
    'localhost:8080',
    '127.0.0.1',
    '[::1]:8080',
    '0.0.0.0:8000',
    'example.org',
    'https://gpu-box',
    'two words',
  ]
  expect(safe.filter(isReadByOthers)).toEqual([])
})
