import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import type { PromptRequest } from '../../../native-models/process/backend'
import { type InProcessEngine, inProcessEngine } from '../../../native-models/process/testing/in-process'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

let app: App
let engine: InProcessEngine
let asked: PromptRequest[]
let tokensPerSecond: number

beforeEach(async () => {
  asked = []
  tokensPerSecond = 5000
  app = openTestApp(dataFolder(), async () => {
    const backend = new FakeEngine({ tokensPerSecond, prefillTokensPerSecond: 500_000, loadMs: 1, memoryBytes: 2 ** 20 })
    const answer = backend.answer.bind(backend)
    backend.answer = (request, answers) => {
      asked.push(request)
      return answer(request, answers)
    }
    engine = inProcessEngine(backend)
    return engine
  })
  await app.models.loadFirst()
})
afterEach(() => app.close())

const idle = () => eventually(() => expect(app.state.value.turns).toEqual([]))
async function talk(texts: readonly string[], isPrivate = false): Promise<string> {
  let conversationId: string | null = null
  for (const text of texts) {
    const sent: { conversationId: string } = await app.turns.send({ conversationId, text, sentAtMs: Date.now(), isPrivate })
    conversationId = sent.conversationId
    await idle()
  }
  asked = []
  return conversationId as string
}
const never = new AbortController().signal
const summarize = (id: string, signal = never) => app.summaries.write(id, 'Summary of “Pears”', signal)
const codeOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => failureOf(error))
const slowDown = async () => {
  tokensPerSecond = 20
  await app.models.reload(false)
}

it('becomes a document of an unsent message, and leaves the conversation and the cache as they were', async () => {
  const id = await talk(['What about pears?', 'And plums?'])
  const before = app.conversations.read(id)
  const document = await summarize(id)
  expect(document).toMatchObject({ name: 'Summary of “Pears”', mediaType: 'text/plain', hasPages: false })
  const [attached] = await app.documents.chosen([{ id: document.id, pages: '' }])
  expect(attached).toMatchObject({ text: expect.stringMatching(/^This is the fake engine/) })
  expect(asked.map(({ messages }) => messages.map(({ text }) => text.slice(0, 9)))).toEqual([
    ['What abou', 'This is t', 'And plums', 'This is t', 'Summarize'],
  ])
  expect(app.conversations.read(id)).toEqual(before)
  expect(app.state.value.summary).toBeNull()
  await eventually(async () => expect((await app.prefixes.read()).prefixes.filter((one) => one.conversationId === null)).toEqual([]))
})
it('reads a conversation that is longer than the context in parts, which the app counts together', async () => {
  const id = await talk(['word '.repeat(600), 'more '.repeat(700)])
  const update = vi.spyOn(app.state, 'update')
  await summarize(id)
  expect(asked).toHaveLength(2)
  expect(asked[1]?.messages).toHaveLength(1)
  expect(asked[1]?.messages[0]?.text).toContain('The conversation continued:\n\nUser: more more')
  expect(asked.map(({ sampling }) => sampling.maxTokens)).toEqual([512, 512])
  expect(Math.max(...update.mock.calls.map(([{ summary }]) => summary?.tokens ?? 0))).toBe(1024)
})
it('asks without what the user set for answers', async () => {
  const id = await talk(['What about pears?'])
  await app.models.changeSampling('pocket', { thinking: 'on', ignoreEndOfText: true, stopTexts: ['fake'], maxTokens: 3 })
  await summarize(id)
  expect(asked[0]?.sampling).toMatchObject({ thinking: 'off', ignoreEndOfText: false, stopTexts: [], maxTokens: 512, toolChoice: 'none' })
})
it('of a private conversation uses cells that no other conversation finds', async () => {
  await summarize(await talk(['What about pears?'], true))
  expect(asked[0]?.isPrivate).toBe(true)
})
it('can be stopped, and then leaves nothing', async () => {
  const id = await talk(['What about pears?'])
  await slowDown()
  const stop = new AbortController()
  const stopped = summarize(id, stop.signal)
  await eventually(() => expect(app.state.value.summary?.tokens).toBeGreaterThan(0))
  stop.abort()
  await expect(stopped).rejects.toThrow('aborted')
  expect(app.state.value.summary).toBeNull()
})
it('is refused without a model, for an unknown conversation, and while this or another one is written', async () => {
  const id = await talk(['What about pears?'])
  expect(await codeOf(summarize('no-such'))).toMatchObject({ code: 'conversation-not-found' })
  await slowDown()
  const stop = new AbortController()
  const first = summarize(id, stop.signal).catch(() => 'stopped')
  expect(await codeOf(summarize(id))).toEqual({ code: 'conversation-busy', facts: { conversationId: id } })
  stop.abort()
  expect(await first).toBe('stopped')
  await app.turns.send({ conversationId: id, text: 'And plums?', sentAtMs: Date.now() })
  expect(await codeOf(summarize(id))).toMatchObject({ code: 'conversation-busy' })
  app.models.unload()
  await idle()
  expect(await codeOf(summarize(id))).toMatchObject({ code: 'no-model-loaded' })
})
it('says what went wrong if the context is replaced or the engine dies', async () => {
  const id = await talk(['What about pears?'])
  await slowDown()
  const replaced = codeOf(summarize(id))
  await eventually(() => expect(app.state.value.summary?.tokens).toBeGreaterThan(0))
  await app.models.saveKv('pocket', { ...defaultKvSettings, contextTokens: 1024 })
  expect(await replaced).toEqual({ code: 'summary-failed', facts: { reason: 'interrupted' } })
  await eventually(() => expect(app.state.value.model.status).toBe('ready'))
  const died = codeOf(summarize(id))
  await eventually(() => expect(app.state.value.summary?.tokens).toBeGreaterThan(0))
  engine.die('SIGSEGV')
  expect(await died).toMatchObject({ code: 'engine-gone' })
  expect(app.state.value.summary).toBeNull()
})
it('is refused for a conversation without messages', async () => {
  const { id } = app.conversations.create()
  expect(await codeOf(summarize(id))).toEqual({ code: 'summary-failed', facts: { reason: 'empty' } })
})
