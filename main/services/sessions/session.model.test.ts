import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { LlamaEngine } from '../../../native-models/engine/llama-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

const kv = { ...defaultKvSettings, threads: 1 } as const
let folder: string
let app: App

async function start(change: Partial<typeof defaultKvSettings> = {}): Promise<void> {
  app = openTestApp(folder, async () => inProcessEngine(new LlamaEngine()))
  const [file] = await app.library.list()
  app.store.modelSettings.write(file?.id ?? '', { ...kv, ...change }, { ...defaultSampling, temperature: 0, maxTokens: 24 })
  await app.models.loadFirst()
}
/** The engine runs in this process, so the test frees its memory. */
async function end(): Promise<void> {
  await app.keepSessions()
  await app.supervisor.engine?.client.unload()
  app.close()
}
async function ask(text: string, conversationId: string | null = null) {
  const { answer, conversationId: id } = await app.turns.send({ conversationId, text, sentAtMs: Date.now() })
  await eventually(() => expect(app.state.value.turns).toEqual([]))
  const message = app.store.messages.get(answer.id)
  if (!message.metrics) throw new Error('Expected an answer with figures')
  return { id, answerId: answer.id, text: message.text, metrics: message.metrics }
}
const sessionFile = (conversationId: string): string => {
  const name = readdirSync(join(folder, 'sessions')).find((file) => file.startsWith(conversationId) && file.endsWith('.session'))
  if (!name) throw new Error('Expected a saved cache')
  return join(folder, 'sessions', name)
}

beforeAll(async () => {
  folder = dataFolder()
  await start()
})
afterAll(async () => {
  await end()
})

it('a conversation continues after a restart without processing its messages again, and with the same tokens as after a full prefill', async () => {
  const first = await ask('What is the KV cache?')
  await end()
  await start()
  const second = await ask('Tell me a tiny story.', first.id)
  expect(second.metrics.restored?.tokens).toBe(first.metrics.usedCells)
  expect(second.metrics.reusedTokens).toBe(first.metrics.usedCells)
  await app.supervisor.engine?.client.forget({ conversationId: first.id })
  const again = await app.turns.regenerate(first.id, second.answerId, Date.now())
  await eventually(() => expect(app.state.value.turns).toEqual([]))
  expect(app.store.messages.get(again.answer.id).text).toBe(second.text)
})

it('a new conversation restores the saved cache of another one that begins alike, and nothing once all saved caches are deleted', async () => {
  const words = `Count with me. ${'one two three four five six seven eight nine ten '.repeat(12)}`
  const first = await ask(`${words} And now?`)
  await end()
  await start()
  const other = await ask(`${words} Or not?`)
  expect(other.metrics.restored?.conversationId).toBe(first.id)
  expect(other.metrics.reuse).toMatchObject({ cause: 'first-turn', source: { way: 'restored', conversationId: first.id } })
  expect(other.metrics.reusedTokens).toBeGreaterThan(100)
  expect(other.metrics.reuse?.source?.tokens).toBe(other.metrics.reusedTokens)
  await end()
  await start()
  app.sessions.removeAll()
  const last = await ask(`${words} Once more.`)
  expect(last.metrics.restored).toBeUndefined()
  expect(last.metrics.reusedTokens).toBe(0)
})

it('a session file that is cut off, damaged, or made with other settings is not restored', async () => {
  const { id } = await ask('What is the KV cache?')
  for (const damage of [
    (path: string) => truncateSync(path, 5000),
    (path: string) => {
      const bytes = readFileSync(path)
      bytes[9] = 0x7f
      writeFileSync(path, bytes)
    },
  ]) {
    await end()
    damage(sessionFile(id))
    await start()
    const { metrics } = await ask('And why?', id)
    expect(metrics.restored).toBeUndefined()
    expect(metrics.reusedTokens).toBe(0)
    expect(app.sessions.usage.setAside).toBe(1)
    app.sessions.removeAll()
    await ask('Once more.', id)
  }
  await end()
  await start({ keyType: 'q8_0' })
  const other = await ask('And now?', id)
  expect(other.metrics.restored).toBeUndefined()
  expect(other.metrics.reusedTokens).toBe(0)
})

it('a saved cache is used only with the number of sequences that it was saved with, and another number does not mark it as damaged', async () => {
  await end()
  await start()
  const first = await ask('What is the KV cache?')
  await end()
  await start({ sequences: 3 })
  const other = await ask('And now?', first.id)
  expect(other.metrics.restored).toBeUndefined()
  expect(app.sessions.usage.setAside).toBe(0)
  await end()
  await start()
  expect((await ask('And why?', first.id)).metrics.restored?.tokens).toBe(first.metrics.usedCells)
})

it('deleting a conversation clears its cells', async () => {
  const { id } = await ask('What is the KV cache?')
  app.store.conversations.remove(id)
  app.sessions.forget(id)
  await eventually(async () => expect((await app.supervisor.engine?.client.sequences())?.map(({ tokens }) => tokens)).toEqual([0]))
})

it('deleting the end of a conversation keeps the cells before it, and the next answer is the same as after a full prefill', async () => {
  const first = await ask('What is the KV cache?')
  const second = await ask('Tell me a tiny story.', first.id)
  app.conversations.removeFrom(first.id, app.store.messages.get(second.answerId).parentId ?? '')
  const next = await ask('Who are you?', first.id)
  expect(next.metrics.reusedTokens).toBeGreaterThanOrEqual(first.metrics.usedCells)
  await app.supervisor.engine?.client.forget({ conversationId: first.id })
  const again = await app.turns.regenerate(first.id, next.answerId, Date.now())
  await eventually(() => expect(app.state.value.turns).toEqual([]))
  expect(app.store.messages.get(again.answer.id).text).toBe(next.text)
})

it('deleting one of several answers clears the cells of all of them, because each has its own sequence', async () => {
  await end()
  await start({ sequences: 2 })
  const [file] = await app.library.list()
  await app.models.changeSampling(file?.id ?? '', { temperature: 0.8 })
  const { conversationId, answers } = await app.turns.send({ conversationId: null, text: 'Who are you?', sentAtMs: Date.now(), answers: 2 })
  await eventually(() => expect(app.state.value.turns).toEqual([]))
  const held = async () => (await app.supervisor.engine?.client.sequences())?.map(({ tokens }) => tokens > 0)
  expect(await held()).toEqual([true, true])
  app.conversations.removeFrom(conversationId, answers[1]?.id ?? '')
  await eventually(async () => expect(await held()).toEqual([false, false]))
})
