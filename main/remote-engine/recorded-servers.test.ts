import { describe, expect, it } from 'vitest'
import { clientTurn } from '../../core/compare/statistics/client-turn'
import type { FigureFormula } from '../../core/remote/figure'
import type { ServerKind } from '../../core/remote/server-facts'
import { Network } from '../library/network/network'
import { answering } from '../remote/testing/answering'
import { readRecording } from '../remote/testing/recordings/recording'
import { measureAtServer } from './measure-at-server'

const network = new Network({ findProxy: async () => undefined })
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
