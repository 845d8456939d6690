import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { clientTurn } from '../../core/compare/statistics/client-turn'
import type { FigureFormula } from '../../core/remote/figure'
import type { ServerKind } from '../../core/remote/server-facts'
import { Network } from '../library/network/network'
import { bytesOf, type Recording, readRecording } from '../remote/testing/recordings/recording'
import { measureAtServer } from './measure-at-server'

const network = new Network({ findProxy: async () => undefined })
/** Much faster than the recorded server, but its pieces still arrive one after the other. */
const pace = 0.02

/** Answers any chat as the recorded server answered the recorded one. */
async function answering({ exchanges }: Recording) {
  const exchange = exchanges.find(({ request }) => /chat/.test(request.path))
  if (!exchange) throw new Error('Expected a recorded chat')
  const server = createServer(async (request, response) => {
    request.resume()
    response.writeHead(exchange.answer.status, exchange.answer.headers)
    const startMs = performance.now()
    for (const piece of exchange.answer.pieces) {
      await wait(Math.max(0, piece[0] * pace - (performance.now() - startMs)))
      response.write(bytesOf(piece))
    }
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const servers = [
  ['llama-server', 'llama-server', 'processed-tokens-over-ttft'],
  ['llama-server-rpc', 'llama-server', 'processed-tokens-over-ttft'],
  ['vllm', 'vllm', 'processed-tokens-over-ttft'],
  ['ollama', 'ollama', 'prompt-tokens-over-ttft'],
] as const satisfies readonly (readonly [string, ServerKind, FigureFormula])[]

describe.each(servers)('the recordings of %s', (folder, kind, formula) => {
  it('give the figures of a comparison: what was measured here, the tokens that it reports, and rates calculated from both', async () => {
    const recording = readRecording(`${folder}/chat`)
    const server = await answering(recording)
    const result = await measureAtServer(
      { address: { url: server.url, key: null }, kind, model: 'pocket', network },
      { kind: 'answer', prompt: 'What is the KV cache?', maxTokens: 32, ignoreEndOfText: true },
      { signal: new AbortController().signal, onProgress: () => {} },
    )
    server.close()
    expect(clientTurn(result)?.figures).toMatchObject({
      ttftMs: { kind: 'measured' },
      tpotMs: { kind: 'derived', formula: 'client-time-over-later-tokens' },
      promptTokens: { kind: 'reported', value: recording.known.promptTokens },
      promptPerSecond: { kind: 'derived', formula },
      outputPerSecond: { kind: 'derived', formula: 'later-tokens-over-client-time' },
    })
  })
})
