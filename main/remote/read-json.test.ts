import { expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { Network } from '../library/network/network'
import { questionLimits, readText } from './read-json'
import { endless, json, LyingServer, stallAfter } from './testing/lying-server'

const network = new Network({ findProxy: async () => undefined })
const never = new AbortController().signal

const failed = async (server: LyingServer, limits = questionLimits) =>
  failureOf(await readText(network, server.address, '/props', never, limits).catch((error: unknown) => error))

it('A question ends if the server stays silent', async () => {
  const server = await LyingServer.start({ '*': stallAfter('application/json', '{'), '/first': json({}) })
  // Loads what the first request of a process needs.
  await readText(network, server.address, '/first', never)
  const limits = { ...questionLimits, silenceMs: 200 }
  expect(await failed(server, limits)).toMatchObject({ code: 'server-unreachable', facts: { reason: { kind: 'silence', seconds: 0.2 } } })
  await server.until(() => server.hungUp === 1)
})

it('A question ends if the server sends byte after byte without an end', async () => {
  const server = await LyingServer.start({ '*': endless('application/json', ' ') })
  const limits = { ...questionLimits, requestMs: 200 }
  expect(await failed(server, limits)).toMatchObject({ code: 'server-unreachable', facts: { reason: { kind: 'answer-too-slow' } } })
  await server.until(() => server.hungUp === 1)
})

it('A question stops reading at its limit', async () => {
  const server = await LyingServer.start({ '*': endless('text/plain', 'x'.repeat(1 << 20)) })
  expect(await failed(server)).toMatchObject({
    code: 'server-response-unreadable',
    facts: { reason: { kind: 'too-long', limitBytes: 8 << 20 } },
  })
  await server.until(() => server.hungUp === 1)
})

it('A question reads a response of the usual size', async () => {
  const server = await LyingServer.start({ '*': json({ a: 1 }) })
  expect((await readText(network, server.address, '/props', never)).text).toBe('{"a":1}')
})
