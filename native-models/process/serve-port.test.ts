import { once } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EngineControl, EngineView } from '../../core/contract'
import { portChannel } from '../../core/rpc/channel'
import { peerLink } from '../../core/rpc/peer-link'
import type { PortLike, PortRole } from '../../core/streams/virtual-port'
import { FakeEngine } from '../fake-engine/fake-engine'
import { Turns } from './running-turns'
import { servePort } from './serve-port'

/** Each message once crashed the process that received it. */
const malformed: readonly unknown[] = [
  'no JSON',
  '',
  'null',
  '[]',
  '7',
  '{}',
  '{"i":"x","p":null}',
  '{"i":"x","p":{"u":5}}',
  '{"i":"x","p":{"u":"http://["}}',
  '{"i":"x","p":{"u":"/countTokens","h":{"content-type":5}}}',
  '{"i":"x","p":{"u":"/countTokens","h":{"content-type":"multipart/form-data"}}}',
  '{"i":"x","t":3}',
  '{"i":"x","s":"y","p":{"h":{"content-type":5}}}',
  // Without an id, it would end every request of the connection.
  '{"t":4}',
  new Uint8Array([0xff, 0xff, 0]),
  new Uint8Array(0),
  { i: 'x', p: { u: null } },
  null,
  undefined,
  4_000_000_000,
  true,
]

let ends: MessagePort[]
beforeEach(() => {
  ends = []
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  for (const end of ends) end.close()
  vi.restoreAllMocks()
})
const channel = (): MessageChannel => {
  const made = new MessageChannel()
  ends.push(made.port1, made.port2)
  return made
}
const logged = () => vi.mocked(console.error).mock.calls.map(([text]) => String(text))

it.each<PortRole>(['view', 'control'])('the engine drops malformed messages on the %s port, and answers the next request', async (role) => {
  const { port1, port2 } = channel()
  const engine = new FakeEngine({ tokensPerSecond: 1000, prefillTokensPerSecond: 20_000, loadMs: 1 })
  servePort(port1 as unknown as PortLike, role, engine, new Turns(engine))
  port1.start()
  for (const message of malformed) port2.postMessage(message)
  const client = createORPCClient(peerLink(portChannel(port2), console.error)) as ContractRouterClient<EngineView & EngineControl>
  port2.start()
  expect(await client.grant({ streamId: 's', received: 1 })).toEqual({})
  expect(logged().filter((line) => line.includes(`malformed message on the ${role} port`))).toHaveLength(1)
})

it('the engine stops counting tokens for a window that disconnects', async () => {
  const engine = new FakeEngine({ tokensPerSecond: 1000, prefillTokensPerSecond: 20_000, loadMs: 1 })
  const counts = vi.spyOn(engine, 'countTokens').mockReturnValue(1)
  const windowOf = () => {
    const { port1, port2 } = channel()
    servePort(port1 as unknown as PortLike, 'view', engine, new Turns(engine))
    port1.start()
    const client = createORPCClient(peerLink(portChannel(port2), console.error)) as ContractRouterClient<EngineView>
    port2.start()
    return { client, port: port2 }
  }
  const [leaving, other] = [windowOf(), windowOf()]
  const asked = Array.from({ length: 1000 }, () => leaving.client.countTokens({ text: 'hello' }).catch(() => undefined))
  await asked[0]
  leaving.port.close()
  expect(await other.client.countTokens({ text: 'hello' })).toEqual({ tokens: 1 })
  expect(counts.mock.calls.length).toBeLessThan(500)
  expect(logged()).toEqual([])
})

it('a window drops malformed messages from the engine, and accepts the next answer', async () => {
  const { port1, port2 } = channel()
  const client = createORPCClient(peerLink(portChannel(port2), () => console.error('dropped'))) as ContractRouterClient<EngineView>
  port2.start()
  const answer = client.stopTurn({ turnId: 't' })
  const [request] = (await once(port1, 'message')) as [string]
  for (const message of malformed) port1.postMessage(message)
  port1.postMessage(JSON.stringify({ i: (JSON.parse(request) as { i: string }).i, p: { b: { json: {} } } }))
  expect(await answer).toEqual({})
  expect(logged()).toEqual(['dropped'])
})
