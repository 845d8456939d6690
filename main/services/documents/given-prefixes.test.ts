import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { DocumentReader } from '../../documents/document-reader'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

let app: App
let backend: FakeEngine
function open(prefillTokensPerSecond = 500_000): App {
  return openTestApp(dataFolder(), async () => {
    backend = new FakeEngine({ tokensPerSecond: 5000, prefillTokensPerSecond, loadMs: 5, memoryBytes: 2 ** 20 })
    return inProcessEngine(backend)
  })
}
beforeEach(() => {
  vi.spyOn(DocumentReader.prototype, 'read').mockImplementation(async (_, bytes) => ({
    mediaType: 'text/plain',
    hasPages: false,
    pages: [await text(bytes)],
    sizeBytes: 1,
  }))
  app = open()
})
afterEach(() => {
  app.close()
  vi.restoreAllMocks()
})

const rules = Array.from({ length: 120 }, (_, at) => `rule${at}`).join(' ')
const prompt = { kind: 'system-prompt', name: 'Support', text: rules } as const
const process = (given: Parameters<App['givenPrefixes']['process']>[0] = prompt, signal?: AbortSignal) =>
  app.givenPrefixes.process(given, signal)
const stored = async (name: string) => (await app.prefixes.read()).prefixes.filter((prefix) => prefix.name === name)
const codeOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => failureOf(error)?.code)
const attach = (name: string, content: string) => app.documents.read(name, Readable.from([Buffer.from(content)]))

it('refuses a text if no model is loaded, and a document that is not kept or is an image', async () => {
  expect(await codeOf(process())).toBe('no-model-loaded')
  await app.models.loadFirst()
  expect(await codeOf(process({ kind: 'document', document: { id: 'gone', pages: '' } }))).toBe('document-not-found')
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const { id } = await app.documents.read('dot.png', Readable.from([png]))
  expect(await codeOf(process({ kind: 'document', document: { id, pages: '' } }))).toBe('prefix-not-usable')
})
it('a conversation that begins with a processed system prompt finds its tokens', async () => {
  await app.models.loadFirst()
  const { tokens } = await process()
  expect(tokens).toBeGreaterThan(120)
  expect((await stored('Support')).map(({ tier, kind }) => [tier, kind])).toEqual([
    ['cells', 'system-prompt'],
    ['memory', 'system-prompt'],
  ])
  expect(Object.values(app.state.value.prefixNames)).toEqual(['Support'])
  const turn = await app.turns.send({ conversationId: null, text: 'Hello?', sentAtMs: Date.now(), systemPrompt: rules })
  await eventually(() => expect(app.state.value.turns).toEqual([]))
  expect(app.store.messages.get(turn.answer.id).metrics?.reusedTokens).toBeGreaterThanOrEqual(tokens)
  expect((await stored('Support')).map(({ tier }) => tier)).toEqual(['memory'])
})
it('a processed document is found by its message, and stays if the message is not sent', async () => {
  await app.models.loadFirst()
  const first = await attach('lease.txt', rules)
  const { tokens } = await process({ kind: 'document', document: { id: first.id, pages: '' } })
  expect(await codeOf(app.documents.count(first.id))).toBe('document-not-found')
  const again = await attach('lease.txt', rules)
  const unsent = { conversationId: null, text: '', pasted: '', typedSystemPrompt: null, isPrivate: false }
  app.unsent.write({ ...unsent, documents: [{ document: again, pages: '' }] })
  await eventually(() => expect(app.state.value.background?.isReady).toBe(true))
  app.unsent.write({ ...unsent, documents: [] })
  const found = await stored('lease.txt')
  expect(found.map(({ tier, tokens: held }) => [tier, held])).toContainEqual(['memory', tokens])
})
it('a text without a name is listed with its first line', async () => {
  await app.models.loadFirst()
  await process({ ...prompt, name: ' ', text: `Answer as a lawyer.\n${rules}` })
  expect(await stored('Answer as a lawyer.')).not.toEqual([])
})
it('leaves nothing if it is stopped', async () => {
  app.close()
  app = open(100)
  await app.models.loadFirst()
  const stop = new AbortController()
  const working = vi.spyOn(backend.prefixKeeper, 'processPrefix')
  const stopped = process(prompt, stop.signal)
  await eventually(() => expect(working).toHaveBeenCalled())
  stop.abort()
  await expect(stopped).rejects.toThrow()
  await eventually(async () => expect(await stored('Support')).toEqual([]))
  expect(app.state.value.prefixNames).toEqual({})
})
it('keeps no name after everything is deleted', async () => {
  await app.models.loadFirst()
  await process()
  const [owner = ''] = Object.keys(app.state.value.prefixNames)
  app.sessions.owners.keepName(owner)
  await app.data.deleteEverything()
  expect(app.state.value.prefixNames).toEqual({})
  expect([app.sessions.owners.isKept(owner), app.sessions.owners.nameOf(owner)]).toEqual([false, null])
})
