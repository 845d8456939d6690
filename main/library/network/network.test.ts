import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { LyingServer, stallAfter } from '../../remote/testing/lying-server'
import { Network } from './network'

it('rejects the read of a response that broke before', async () => {
  const server = await LyingServer.start({ '*': stallAfter('text/plain', 'a') })
  const stop = new AbortController()
  const { body } = await new Network({ findProxy: async () => undefined }).get(new URL(server.address.url), {}, stop.signal)
  stop.abort()
  await server.until(() => server.hungUp === 1)
  await expect(body.each(() => {})).rejects.toThrow()
})

it.each(['127.0.0.1', 'localhost'])('reaches %s while Headroom is offline', async (host) => {
  const server = createServer((_, response) => response.end('here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const offline = new Network({ isOffline: () => 'forced', findProxy: async () => undefined })
  const { status, body } = await offline.get(new URL(`http://${host}:${port}/`), {}, new AbortController().signal)
  await body.drop()
  expect(status).toBe(200)
  expect(() => offline.assertOnline(new URL(`http://[::1]:${port}/`))).not.toThrow()
  server.closeAllConnections()
  server.close()
})

it.each([
  'http://192.0.2.1/',
  'https://example.invalid/',
  'http://127.0.0.1.example.invalid/',
  'http://localhost.example.invalid/',
  'http://[2001:db8::1]/',
])('refuses %s while Headroom is offline', async (url) => {
  const offline = new Network({ isOffline: () => true, findProxy: async () => undefined })
  const error = await offline.get(new URL(url), {}, new AbortController().signal).catch((thrown: unknown) => thrown)
  expect(failureOf(error)).toMatchObject({ code: 'offline', facts: { url, isForced: false } })
})
