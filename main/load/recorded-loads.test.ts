import { describe, expect, it } from 'vitest'
import { figuresOf } from '../../core/load/figures'
import type { ServerKind } from '../../core/remote/server-facts'
import { Network } from '../library/network/network'
import { chatLimits, streamChat } from '../remote/stream-chat'
import { answering } from '../remote/testing/answering'
import { readRecording } from '../remote/testing/recordings/recording'
import { realClock } from './clock'
import { loadRequest } from './load-request'
import { runLoad } from './run-load'

const network = new Network({ findProxy: async () => undefined })
const requests = 4

const servers = [
  ['llama-server', 'llama-server'],
  ['llama-server-rpc', 'llama-server'],
  ['vllm', 'vllm'],
  ['ollama', 'ollama'],
] as const satisfies readonly (readonly [string, ServerKind])[]

describe.each(servers)('the recordings of %s', (folder, kind) => {
  it('give the figures of a load test: times measured here, and the tokens that the server reports', async () => {
    const recording = readRecording(`${folder}/chat`)
    const server = await answering(recording)
    const records = await runLoad(
      {
        concurrency: 2,
        jobs: Array.from({ length: requests }, (_, index) => ({
          request: loadRequest('pocket', [{ role: 'user', text: 'What is the KV cache?' }], 32),
          index,
          plannedPromptTokens: null,
          plannedOutputTokens: null,
          dueMs: null,
        })),
      },
      {
        clock: realClock,
        signal: new AbortController().signal,
        send: (request, signal, hold) => streamChat(network, { url: server.url, key: null }, kind, request, signal, chatLimits, hold),
      },
    )
    server.close()
    const figures = figuresOf(records, { ttftMs: null, itlMs: null })
    expect(figures).toMatchObject({ completed: requests, inputTokens: requests * Number(recording.known.promptTokens) })
    for (const { sentMs, textMs, endMs, usage } of records.requests) {
      expect(usage?.outputTokens?.value).toBeGreaterThan(0)
      expect(textMs.length).toBeGreaterThan(1)
      expect([sentMs, ...textMs, endMs]).toEqual([sentMs, ...textMs, endMs].sort((left, right) => left - right))
    }
  })
})
