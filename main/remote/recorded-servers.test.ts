import { describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { type Figure, none } from '../../core/remote/figure'
import { type ServerFacts, takesImages } from '../../core/remote/server-facts'
import { Network } from '../library/network/network'
import { discover } from './discover'
import { readStatus, type ServerReading } from './read-status'
import { streamChat } from './stream-chat'
import { collect, textIn } from './testing/chat-request'
import { chats } from './testing/recorded-chats'
import { readRecording } from './testing/recordings/recording'
import { type ReplayServer, replay } from './testing/replay-server'

const network = new Network({ findProxy: async () => undefined })
const never = new AbortController().signal

async function withReplay<T>(name: string, work: (server: ReplayServer, known: Record<string, unknown>) => Promise<T>): Promise<T> {
  const recording = readRecording(name)
  const server = await replay(recording)
  try {
    const result = await work(server, recording.known)
    expect(server.misses).toEqual([])
    return result
  } finally {
    await server.close()
  }
}

const factsOf = (name: string): Promise<ServerFacts> => withReplay(name, ({ url }) => discover(network, { url, key: null }, never))
const read = ({ url }: ReplayServer, facts: ServerFacts, before: ServerReading | null = null) =>
  readStatus(network, { url, key: null }, facts, before, never)
const failureFrom = (work: Promise<unknown>) => work.then(() => null, failureOf)
const value = (figure: Figure | undefined) => (figure === undefined || figure.kind === 'none' ? null : figure.value)

describe.each(['llama-server', 'llama-server-rpc'])('the recordings of %s', (folder) => {
  it('say that it is llama-server, with its slots and their context', async () => {
    const { known, server } = readRecording(`${folder}/discover`)
    const facts = await factsOf(`${folder}/discover`)
    expect(facts).toMatchObject({ kind: 'llama-server', slots: known.slots, abilities: { metrics: true, slots: true } })
    expect(facts.models).toEqual([expect.objectContaining({ id: 'pocket', contextTokens: known.slotTokens })])
    expect(server.version).toMatch(/^v/)
  })

  it('give the busy slots and the requests that wait, while there are more requests than slots', async () => {
    const facts = await factsOf(`${folder}/discover`)
    await withReplay(`${folder}/queue`, async (server, known) => {
      const idle = await read(server, facts)
      const busy = await read(server, facts, idle)
      const after = await read(server, facts, busy)
      expect([idle, busy, after].map(({ status }) => value(status.waiting))).toEqual([0, known.waiting, 0])
      expect([idle, busy, after].map(({ status }) => value(status.running))).toEqual([0, known.processing, 0])
      expect(busy.status.slots?.filter(({ isProcessing }) => isProcessing)).toHaveLength(known.processing as number)
      expect([busy, after].map(({ status }) => status.restarted)).toEqual([false, false])
      expect(value(after.status.generatedPerSecond)).toBeGreaterThan(0)
      expect(value(busy.status.occupancy)).toBeGreaterThan(0)
    })
  })

  it('give the share of the second prompt that was in the cache', async () => {
    const facts = await factsOf(`${folder}/discover`)
    await withReplay(`${folder}/prefix-reuse`, async (server, known) => {
      const [, promptTokens = 0] = known.promptTokens as number[]
      const first = await read(server, facts)
      const { status } = await read(server, facts, first)
      expect(status.prefixHits).toEqual({
        kind: 'derived',
        value: expect.closeTo((known.cachedTokens as number) / promptTokens, 6),
        formula: 'cached-over-prompt-tokens',
      })
    })
  })

  it('give the size of a prompt that does not fit, and of the context', async () => {
    await withReplay(`${folder}/overflow`, async ({ url }, known) => {
      const { error } = await collect(streamChat(network, { url, key: null }, 'llama-server', chats.tooLong, never))
      expect(failureOf(error)).toMatchObject({
        code: 'server-context-exceeded',
        facts: { promptTokens: known.promptTokens, contextTokens: known.slotTokens },
      })
    })
  })

  it('show idle slots after the client has left in the middle of an answer', async () => {
    const facts = await factsOf(`${folder}/discover`)
    await withReplay(`${folder}/abort`, async (server, known) => {
      const { status } = await read(server, facts)
      expect(value(status.running)).toBe(known.processing)
      expect(status.slots?.every(({ isProcessing }) => !isProcessing)).toBe(true)
    })
  })
})

describe('the recordings of llama-server', () => {
  it('refuse a wrong key and a missing key', async () => {
    await withReplay('llama-server/wrong-key', async ({ url }) => {
      expect(await failureFrom(discover(network, { url, key: null }, never))).toMatchObject({ code: 'server-key-refused' })
      const { error } = await collect(streamChat(network, { url, key: null }, 'llama-server', chats.plain, never))
      expect(failureOf(error)).toMatchObject({ code: 'server-key-refused' })
    })
  })

  it('say that a server was started without metrics and slots', async () => {
    const facts = await factsOf('llama-server/switched-off')
    expect(facts.abilities).toMatchObject({ metrics: false, slots: false })
    await withReplay('llama-server/switched-off', async (server) => {
      const { status } = await read(server, facts)
      expect([status.occupancy, status.waiting, status.prefixHits]).toEqual([
        none('switched-off'),
        none('switched-off'),
        none('switched-off'),
      ])
    })
  })

  it('say that its model reads images, and count the tokens of an image', async () => {
    const facts = await factsOf('llama-server/image')
    expect(takesImages(facts, 'pocket')).toBe(true)
    expect(takesImages(await factsOf('llama-server/discover'), 'pocket')).toBe(false)
    await withReplay('llama-server/image', async ({ url }, known) => {
      const { events } = await collect(streamChat(network, { url, key: null }, 'llama-server', chats.image, never))
      const usage = events.flatMap((event) => (event.type === 'usage' ? [event.usage] : [])).at(-1)
      expect(usage?.promptTokens?.value).toBe(known.promptTokens)
      expect(textIn(events)).not.toBe('')
    })
  })

  it('say which models a router has', async () => {
    const facts = await factsOf('llama-server/router')
    expect(facts).toMatchObject({ kind: 'llama-server', isRouter: true })
    expect(facts.models.map(({ id }) => id).sort()).toEqual(readRecording('llama-server/router').known.models)
  })
})

describe('the recordings of vLLM', () => {
  it('say that it is vLLM, with its version and the context of its model', async () => {
    const { known, server } = readRecording('vllm/discover')
    const facts = await factsOf('vllm/discover')
    expect(facts).toMatchObject({ kind: 'vllm', version: server.version, abilities: { metrics: true } })
    expect(facts.models).toEqual([expect.objectContaining({ id: 'pocket', contextTokens: known.contextTokens })])
  })

  it('give the requests that run and that wait, and the size of the cache', async () => {
    const facts = await factsOf('vllm/discover')
    await withReplay('vllm/queue', async (server, known) => {
      const { status } = await read(server, facts)
      expect([value(status.running), value(status.waiting)]).toEqual([known.processing, known.waiting])
      expect(status.occupancy.kind).toBe('reported')
      expect(status.totalTokens).toMatchObject({ kind: 'derived', formula: 'blocks-times-block-size' })
    })
  })

  it('give the share of two prompts that was in the cache', async () => {
    const facts = await factsOf('vllm/discover')
    await withReplay('vllm/prefix-reuse', async (server, known) => {
      const total = (known.promptTokens as number[]).reduce((sum, tokens) => sum + tokens, 0)
      const before = await read(server, facts)
      const { status } = await read(server, facts, before)
      expect(status.prefixHits).toMatchObject({ kind: 'derived', value: expect.closeTo((known.cachedTokens as number) / total, 6) })
    })
  })

  it('refuse a prompt that is longer than the context', async () => {
    await withReplay('vllm/overflow', async ({ url }, known) => {
      const { error } = await collect(streamChat(network, { url, key: null }, 'vllm', chats.longerThanModel, never))
      expect(failureOf(error)).toMatchObject({ code: 'server-context-exceeded', facts: { contextTokens: known.contextTokens } })
    })
  })

  it('refuse a model that the server does not have', async () => {
    await withReplay('vllm/absent-model', async ({ url }) => {
      const { error } = await collect(streamChat(network, { url, key: null }, 'vllm', chats.absentModel, never))
      expect(failureOf(error)).toMatchObject({ code: 'server-model-missing', facts: { model: 'absent' } })
    })
  })
})

describe('the recordings of Ollama', () => {
  it('say that it is Ollama, with its version and its models', async () => {
    const { known, server } = readRecording('ollama/discover')
    const facts = await factsOf('ollama/discover')
    expect(facts).toMatchObject({ kind: 'ollama', version: server.version })
    expect(facts.models.map(({ id }) => id)).toEqual(known.models)
  })

  it('give no figure of the cache or the queue, because Ollama has none', async () => {
    const facts = await factsOf('ollama/discover')
    await withReplay('ollama/queue', async (server) => {
      const { status } = await read(server, facts)
      expect([status.occupancy, status.waiting, status.prefixHits]).toEqual([none('not-given'), none('not-given'), none('not-given')])
    })
  })

  it('refuse a prompt that is longer than the context, instead of dropping its beginning', async () => {
    await withReplay('ollama/overflow', async ({ url }) => {
      const { error } = await collect(streamChat(network, { url, key: null }, 'ollama', chats.tooLong, never))
      expect(failureOf(error)).toMatchObject({ code: 'server-context-exceeded' })
    })
  })

  it.each(['ollama', 'openai'] as const)('refuse a model that the server does not have, in the dialect of %s', async (kind) => {
    await withReplay('ollama/absent-model', async ({ url }) => {
      const { error } = await collect(streamChat(network, { url, key: null }, kind, chats.absentModel, never))
      expect(failureOf(error)).toMatchObject({ code: 'server-model-missing', facts: { model: 'absent' } })
    })
  })

  it("give as many prompt tokens in OpenAI's dialect as the prompt has", async () => {
    await withReplay('ollama/openai-chat', async ({ url }, known) => {
      const { events } = await collect(streamChat(network, { url, key: null }, 'openai', chats.plain, never))
      const usage = events.flatMap((event) => (event.type === 'usage' ? [event.usage] : [])).at(-1)
      expect(usage?.promptTokens?.value).toBe(known.promptTokens)
    })
  })
})

describe('the recording of a lost RPC worker', () => {
  it('keeps the text that came before the server ended, and says so', async () => {
    await withReplay('llama-server-rpc/lost-worker', async ({ url }) => {
      const { events, error } = await collect(streamChat(network, { url, key: null }, 'llama-server', chats.endless, never))
      expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(0)
      expect(failureOf(error)).toMatchObject({ code: 'server-dropped', facts: { hasPart: true } })
    })
  })
})
