import { describe, expect, it } from 'vitest'
import type { ServerAsk } from '../../core/contract/compare/compare-tasks'
import { failureOf } from '../../core/contract/errors/coded-error'
import { Network } from '../library/network/network'
import { measureAtServer } from './measure-at-server'
import { knowingServer } from './testing/knowing-server'
import { type LlamaOptions, startLlamaServer } from './testing/made-llama-server'
import { MadeServer as Made, type MadeServer } from './testing/made-server'

const shares: number[] = []
const measuring = (signal = new AbortController().signal) => ({ signal, onProgress: (share: number) => shares.push(share) })
const at = ({ url }: MadeServer) => ({
  address: { url, key: null },
  kind: 'llama-server' as const,
  model: 'tiny',
  network: new Network({ isOffline: () => false, findProxy: async () => undefined }),
})
const chats = ({ asked }: MadeServer) => asked.filter(({ path }) => path === '/v1/chat/completions').map(({ body }) => body)
const start = (options: LlamaOptions = {}) => startLlamaServer({ ...knowingServer, ...options })

const passkeys: ServerAsk = { kind: 'passkey', promptTokens: 300, sentences: 20, depths: [0, 1], trials: 2, seed: 1 }

describe('a setting on a server', () => {
  it('is timed here: the time to the first text, the gaps between texts, and the tokens that the server reports', async () => {
    const server = await start()
    const result = await measureAtServer(
      at(server),
      { kind: 'answer', prompt: 'one two three', maxTokens: 4, ignoreEndOfText: true },
      measuring(),
    )
    if (result.kind !== 'server-answer') throw new Error(`Expected an answer, got ${result.kind}`)
    expect(result).toMatchObject({ context: null, threads: null, text: 'word0 word1 word2 word3 ' })
    expect(result.gapsMs).toHaveLength(3)
    expect(result.turn.figures).toMatchObject({
      ttftMs: { kind: 'measured' },
      promptTokens: { kind: 'reported', field: 'usage.prompt_tokens' },
      outputTokens: { kind: 'reported', value: 4 },
      clientTokensPerSecond: { kind: 'derived', formula: 'later-tokens-over-client-time' },
    })
    // Without reasoning, at temperature 0, past the end of text, and without figures after each token, which would cost the server time.
    expect(chats(server)).toMatchObject([
      { temperature: 0, max_tokens: 4, ignore_eos: true, chat_template_kwargs: { enable_thinking: false } },
    ])
    expect(chats(server)[0]).not.toHaveProperty('timings_per_token')
  })

  it('is asked for each passkey once', async () => {
    const server = await start()
    const result = await measureAtServer(at(server), passkeys, measuring())
    expect(result).toMatchObject({
      kind: 'passkey',
      byDepth: [
        { depth: 0, found: 2, trials: 2 },
        { depth: 1, found: 2, trials: 2 },
      ],
    })
    const prompts = chats(server).map(({ messages }) => messages[0].content)
    expect(new Set(prompts).size).toBe(4)
    expect(prompts[0]).toMatch(/^Read this text and remember the important facts\. The code of the/)
    expect(shares.at(-1)).toBe(1)
  })

  it('is asked for tool calls without a forced choice, and only the first call counts', async () => {
    const server = await start()
    const result = await measureAtServer(at(server), { kind: 'tool-calls', prompts: 3, seed: 1 }, measuring())
    expect(result.kind === 'tool-calls' && result.answers.map(({ rightArguments }) => rightArguments)).toEqual([true, true, true])
    expect(chats(server)[0]).toMatchObject({ tool_choice: 'auto', temperature: 0, chat_template_kwargs: { enable_thinking: false } })
  })

  it('is asked for JSON without and with a schema, and an answer that is cut off is not complete', async () => {
    const server = await start()
    const schemas = { kind: 'schemas', prompts: 2, seed: 1 } as const
    const free = await measureAtServer(at(server), { ...schemas, withGrammar: false }, measuring())
    expect(free.kind === 'schemas' && free.answers.map(({ right }) => right)).toEqual([true, true])
    await measureAtServer(at(server), { ...schemas, withGrammar: true }, measuring())
    expect(chats(server).map((body) => 'response_format' in body)).toEqual([false, false, true, true])
    const cut = await Made.start(({ reply }) => {
      reply.delta({ content: '{"name": "Mara"' })
      reply.finish('length', { usage: { prompt_tokens: 9, completion_tokens: 5 } })
    })
    const result = await measureAtServer(at(cut), { ...schemas, withGrammar: false }, measuring())
    expect(result.kind === 'schemas' && result.answers.map(({ complete }) => complete)).toEqual([false, false])
  })

  it('keeps the answers before a failure, with its reason, and sends nothing after it', async () => {
    let requests = 0
    const server = await start({
      beforeEnd: async ({ reply }) => {
        if (++requests === 3) reply.drop()
      },
    })
    const result = await measureAtServer(at(server), passkeys, measuring())
    expect(result).toMatchObject({
      byDepth: [{ depth: 0, found: 2, trials: 2 }],
      endedBy: { code: 'server-dropped', facts: { hasPart: null } },
    })
    expect(chats(server)).toHaveLength(3)
  })

  it('fails with the reason if nothing was measured', async () => {
    const server = await start({ key: 'sk-secret' })
    const error = await measureAtServer(at(server), passkeys, measuring()).catch((reason: unknown) => reason)
    expect(failureOf(error)?.code).toBe('server-key-refused')
  })

  it('ends its request if the benchmark is canceled', async () => {
    const abort = new AbortController()
    const server = await start({
      beforeEnd: async ({ reply }) => {
        abort.abort(new Error('canceled'))
        await reply.closed
      },
    })
    await expect(measureAtServer(at(server), passkeys, measuring(abort.signal))).rejects.toThrow('canceled')
    expect(chats(server)).toHaveLength(1)
  })
})
