import { expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { serverAddress } from './server-address'

it.each([
  ['localhost:8080', 'http://localhost:8080'],
  [' http://host:8000/v1 ', 'http://host:8000'],
  ['http://host:8000/v1/chat/completions', 'http://host:8000'],
  ['https://proxy.example/llama/', 'https://proxy.example/llama'],
  ['https://proxy.example/llama/v1/models', 'https://proxy.example/llama'],
  ['http://[::1]:11434/api', 'http://[::1]:11434'],
])('takes %s as %s', (typed, address) => {
  expect(serverAddress(typed)).toBe(address)
})

it.each([
  ['', { kind: 'empty' }],
  ['http://', { kind: 'malformed' }],
  ['http://me:secret@host:8080', { kind: 'with-password' }],
  ['host:8080/?key=secret', { kind: 'with-query' }],
  ['ftp://host', { kind: 'protocol', protocol: 'ftp:' }],
])('refuses %s, and repeats no secret', (typed, reason) => {
  let failure: ReturnType<typeof failureOf>
  try {
    serverAddress(typed)
  } catch (error) {
    failure = failureOf(error)
  }
  expect(failure).toMatchObject({ code: 'server-address-invalid', facts: { reason } })
  expect(JSON.stringify(failure)).not.toContain('secret')
})
