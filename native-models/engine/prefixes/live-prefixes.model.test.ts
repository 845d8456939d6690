import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PromptMessage, TurnMetrics } from '../../../core/contract/chat/turn'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaEngine } from '../llama-engine'

const pathOf = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const pocket = 'pocket/pocket-f16.gguf'
const engine = new LlamaEngine()
beforeAll(() => engine.start('cpu'))
afterAll(() => engine.unload())

async function load(file: string, settings: Partial<KvSettings> = {}): Promise<void> {
  await engine.loadModel(pathOf(file), 0, undefined, () => {})
  // Copied cells can be in another order. These settings keep the rounding so small that the tokens stay the same.
  const exact = { flashAttention: 'off', keyType: 'f32', valueType: 'f32' } as const
  await engine.createContext({
    settings: { ...defaultKvSettings, ...exact, threads: 1, sequences: 3, batchTokens: 128, ...settings },
    contextTokens: 1024,
    predictedBytes: null,
  })
}

const user = (text: string): PromptMessage => ({ role: 'user', text })
const system: PromptMessage = { role: 'system', text: 'Answer in plain words, be brief and be kind. '.repeat(14) }

interface Ended {
  readonly metrics: TurnMetrics
  readonly text: string
}
interface Asked extends Partial<Pick<SamplingSettings, 'maxTokens' | 'seed'>> {
  readonly isPrivate?: boolean
  readonly answers?: number
}
async function ask(conversationId: string, messages: readonly PromptMessage[], asked: Asked = {}): Promise<Ended> {
  const [end] = await start(conversationId, messages, asked).ended
  return end as Ended
}

function start(conversationId: string, messages: readonly PromptMessage[], { maxTokens = 8, isPrivate = false, answers = 1 }: Asked = {}) {
  const sampling = { ...defaultSampling, temperature: 0, maxTokens, ignoreEndOfText: true }
  const handles = Array.from({ length: answers }, (_, at) => ({ log: new TurnLog(`t${at}`, conversationId), abort: new AbortController() }))
  const request = { conversationId, messages: [...messages], sampling, sentAtMs: Date.now(), isPrivate }
  const ended = engine
    .answer(
      request,
      handles.map(({ log, abort }) => ({ log, signal: abort.signal })),
    )
    .then(() =>
      handles.map(({ log }): Ended => {
        const { metrics, text } = log.readFrom(turnStart).update
        if (!metrics) throw new Error('Expected a finished turn')
        return { metrics, text }
      }),
    )
  return { handles, ended }
}

const alone = async (messages: readonly PromptMessage[], asked: Asked = {}): Promise<string> => {
  const { text, metrics } = await ask('alone', messages, { ...asked, isPrivate: true })
  await engine.forget('alone')
  expect(metrics.reusedTokens).toBe(0)
  return text
}

const memories = [
  pocket,
  'fixtures/gemma3.gguf',
  'fixtures/mamba2.gguf',
  'fixtures/falcon-h1.gguf',
  'fixtures/lfm2-swa.gguf',
  'fixtures/deepseek2-mla.gguf',
  'fixtures/deepseek32-dsa.gguf',
]

/** Calls `look` after each change, until it returns true or the turn is over. */
async function watch(log: TurnLog, look: () => boolean): Promise<void> {
  let cursor = turnStart
  while (!look() && !log.isOver) {
    cursor = log.readFrom(cursor).cursor
    await log.changedSince(cursor, undefined)
  }
}

describe('a new conversation', () => {
  it.each(memories)('with %s copies the system prompt from another conversation, and answers as if it had processed it', async (file) => {
    await load(file)
    const messages = [system, user('What is a token?')]
    const expected = await alone(messages)
    const first = `first of ${file}`
    await ask(first, [system, user('What is the KV cache, and why is it there?')])
    const { text, metrics } = await ask(`second of ${file}`, messages)
    expect(metrics.reusedTokens).toBeGreaterThan(100)
    expect(metrics.reuse).toMatchObject({
      cause: 'first-turn',
      source: { way: 'copied', conversationId: first, tokens: metrics.reusedTokens },
    })
    expect(metrics.reuse?.source?.savedMs).toBeGreaterThan(0)
    expect(text).toBe(expected)
    const again = await ask(first, [system, user('What is the KV cache, and why is it there?')])
    expect(again.metrics.reuse?.source).toBeUndefined()
  })
  it.each([pocket, 'fixtures/deepseek2-mla.gguf'])(
    'with %s copies from a sequence that writes an answer, which stays the same',
    async (file) => {
      await load(file)
      const [question, other] = [user('What is a token?'), user('Tell me a tiny story about a cat.')]
      const expected = [await alone([system, question]), await alone([system, other], { maxTokens: 96 })]
      const busy = start(`busy ${file}`, [system, other], { maxTokens: 96 })
      const [{ log }] = busy.handles as [(typeof busy.handles)[number]]
      await watch(log, () => log.outputCount > 2)
      const copied = await ask(`beside ${file}`, [system, question])
      expect(log.isOver).toBe(false)
      expect(copied.metrics.reuse?.source).toMatchObject({ way: 'copied', conversationId: `busy ${file}` })
      const [answer] = await busy.ended
      expect([copied.text, answer?.text]).toEqual(expected)
    },
  )
  it('continues the sequence of another one if its prompt contains all of it', async () => {
    await load(pocket)
    const first = [system, user('What is the KV cache?')]
    const { text } = await ask('request 1', first)
    const said: PromptMessage[] = [...first, { role: 'assistant', text }, user('And what is a token?')]
    const { metrics } = await ask('request 2', said)
    expect(metrics.reuse?.source).toMatchObject({ way: 'continued', conversationId: 'request 1', ms: 0 })
    expect(metrics.reuse?.evicted).toBeUndefined()
    expect(engine.sequences().map(({ conversationId }) => conversationId)).toEqual(['request 2', null, null])
  })
  it('finds no cells of a private conversation, and a private conversation leaves none', async () => {
    await load(pocket)
    const messages = [system, user('What is the KV cache?')]
    await ask('secret', messages, { isPrivate: true })
    const open = await ask('open', messages)
    expect(open.metrics.reusedTokens).toBe(0)
    const secret = await ask('another secret', messages, { isPrivate: true })
    expect(secret.metrics.reuse?.source).toMatchObject({ way: 'copied', conversationId: 'open' })
    await engine.forget('open')
    for (const id of ['a', 'b']) {
      const { metrics } = await ask(id, [system, user(`${id} has its own text.`)])
      expect(metrics.reuse?.source?.conversationId).toBe(id === 'a' ? undefined : 'a')
    }
  })
})

describe('if all sequences are in use, a new conversation', () => {
  const long = (id: string): PromptMessage => user(`${id} ${'has a long text that nobody else has. '.repeat(24)}`)
  it('takes the sequence that is worth least, and the report says why', async () => {
    await load(pocket)
    const worth = { long: [long('x')], short: [user('What is a short question that is just long enough to count?')], other: [long('y')] }
    for (const [id, messages] of Object.entries(worth)) await ask(id, messages)
    const { metrics } = await ask('new', [user('A very different text.')])
    expect(metrics.reuse?.evicted).toMatchObject([{ conversationId: 'short', reason: 'least-worth' }])
    expect(engine.sequences().map(({ conversationId }) => conversationId)).toEqual(['long', 'new', 'other'])
  })
  it('takes a sequence next to a busy one, although another is worth less', async () => {
    await load(pocket, { sequences: 5 })
    const texts = { a: 20, b: 4, c: 20, d: 20, e: 16 }
    for (const [id, times] of Object.entries(texts)) await ask(id, [user(`${id} ${'has a text that nobody else has. '.repeat(times)}`)])
    const busy = start('b', [user(`b ${'has a text that nobody else has. '.repeat(4)}`)], { maxTokens: 500 })
    const [{ log, abort }] = busy.handles as [(typeof busy.handles)[number]]
    await watch(log, () => log.outputCount > 0)
    await ask('new', [user('A very different text.')], { maxTokens: 1 })
    expect(log.isOver).toBe(false)
    abort.abort()
    await busy.ended
    const owners = engine.sequences().map(({ conversationId }) => conversationId)
    expect([owners[1], owners[4]]).toEqual(['b', 'e'])
    expect([0, 2]).toContain(owners.indexOf('new'))
  })
  it('takes cells that also exist elsewhere before it takes the only cells of a text', async () => {
    await load(pocket)
    await ask('one', [system, user('a')], { maxTokens: 1 })
    await ask('two', [system, user('b')], { maxTokens: 1 })
    await ask('only', [user('Nobody else has this question, and it is a short one.')], { maxTokens: 1 })
    const { metrics } = await ask('new', [user('A very different text.')])
    expect(metrics.reuse?.evicted).toHaveLength(1)
    expect(['one', 'two']).toContain(metrics.reuse?.evicted?.[0]?.conversationId)
  })
})
