import { describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import type { ServerKind } from '../../core/remote/server-facts'
import type { ChatRequest, ReportedUsage, StreamEvent } from '../../core/remote/stream-events'
import { Network } from '../library/network/network'
import { streamChat } from './stream-chat'
import { collect, textIn } from './testing/chat-request'
import { chats, chatsAtOnce } from './testing/recorded-chats'
import { type Recording, readRecording } from './testing/recordings/recording'
import { replay } from './testing/replay-server'

const network = new Network({ findProxy: async () => undefined })
const never = new AbortController().signal

/** The folders of the recordings, and the dialect in which Headroom talks to that server. */
const servers = [
  ['llama-server', 'llama-server'],
  ['llama-server-rpc', 'llama-server'],
  ['ollama', 'ollama'],
  ['vllm', 'vllm'],
] as const satisfies readonly (readonly [string, ServerKind])[]

interface Told {
  readonly events: readonly StreamEvent[]
  readonly usage: ReportedUsage | undefined
  readonly failure: unknown
}

/** What Headroom reads when it has the recorded chats again. */
async function replayed(recording: Recording, kind: ServerKind, requests: readonly ChatRequest[]): Promise<readonly Told[]> {
  const server = await replay(recording)
  const told: Told[] = []
  for (const request of requests) {
    const { events, error } = await collect(streamChat(network, { url: server.url, key: null }, kind, request, never))
    told.push({ events, usage: lastUsage(events), failure: error === null ? null : failureOf(error) })
  }
  await server.close()
  expect(server.misses).toEqual([])
  return told
}

const lastUsage = (events: readonly StreamEvent[]): ReportedUsage | undefined =>
  events.flatMap((event) => (event.type === 'usage' ? [event.usage] : [])).at(-1)
const argumentsIn = (events: readonly StreamEvent[]): string =>
  events.map((event) => (event.type === 'tool-call' ? event.arguments : '')).join('')

describe.each(servers)('the recordings of %s', (folder, kind) => {
  const chat = async (name: string, request: ChatRequest) => {
    const recording = readRecording(`${folder}/${name}`)
    const [told] = await replayed(recording, kind, [request])
    if (!told) throw new Error('There is no answer')
    return { ...told, known: recording.known }
  }

  it('give as many prompt tokens as the prompt has', async () => {
    const { usage, events, known } = await chat('chat', chats.plain)
    expect(usage?.promptTokens?.value).toBe(known.promptTokens)
    expect(textIn(events)).not.toBe('')
    expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1)
  })

  it('give the reasoning apart from the answer', async () => {
    const { usage, events, known } = await chat('reasoning', chats.reasoning)
    expect(textIn(events, 'reasoning')).not.toBe('')
    expect(textIn(events)).toContain('42')
    expect(textIn(events)).not.toContain('think>')
    expect(usage?.promptTokens?.value).toBe(known.promptTokens)
  })

  it('give a call of the tool, with arguments that are JSON', async () => {
    const { events } = await chat('tool-call', chats.tool)
    const names = events.flatMap((event) => (event.type === 'tool-call' && event.name !== null ? [event.name] : []))
    expect(names).toEqual(['read_file'])
    expect(JSON.parse(argumentsIn(events))).toEqual({ path: expect.any(String) })
  })

  it('give an answer that matches the schema', async () => {
    const { events } = await chat('schema', chats.schema)
    expect(['red', 'green', 'blue']).toContain(JSON.parse(textIn(events)).color)
  })

  it('give the alternatives of each token', async () => {
    const { events } = await chat('logprobs', chats.logprobs)
    const tokens = events.flatMap((event) => (event.type === 'logprobs' ? event.tokens : []))
    expect(tokens.length).toBeGreaterThan(0)
    for (const { alternatives, logprob } of tokens) {
      expect(alternatives).toHaveLength(3)
      expect(logprob).toBeLessThanOrEqual(0)
    }
  })

  it('give the prompt tokens of two chats that share their beginning, and the cached tokens if the server tells them', async () => {
    const recording = readRecording(`${folder}/prefix-reuse`)
    const told = await replayed(recording, kind, [chats.firstOfPair, chats.secondOfPair])
    expect(told.map(({ usage }) => usage?.promptTokens?.value)).toEqual(recording.known.promptTokens)
    expect(told[1]?.usage?.cachedTokens?.value ?? null).toBe(recording.known.cachedTokens ?? null)
  })

  it('give every answer of the chats that had to wait', async () => {
    const told = await replayed(readRecording(`${folder}/queue`), kind, chatsAtOnce)
    expect(told.map(({ failure }) => failure)).toEqual([null, null, null, null])
    for (const { usage } of told) expect(usage?.outputTokens?.value).toBeGreaterThan(0)
  })
})
