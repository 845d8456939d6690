import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AttachedDocument } from '../../../core/contract/chat/documents'
import type { UnsentText } from '../../../core/contract/chat/unsent'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { DocumentReader } from '../../documents/document-reader'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

let folder: string
let app: App
let backend: FakeEngine

function open(prefillTokensPerSecond = 500_000): App {
  return openTestApp(folder, async () => {
    backend = new FakeEngine({ tokensPerSecond: 5000, prefillTokensPerSecond, loadMs: 5, memoryBytes: 2 ** 20 })
    return inProcessEngine(backend)
  })
}
beforeEach(async () => {
  vi.spyOn(DocumentReader.prototype, 'read').mockImplementation(async (_, bytes) => ({
    mediaType: 'text/plain',
    hasPages: false,
    pages: [await text(bytes)],
    sizeBytes: 1,
  }))
  folder = dataFolder()
  app = open()
  await app.models.loadFirst()
})
afterEach(() => {
  app.close()
  vi.restoreAllMocks()
})

const lease = Array.from({ length: 120 }, (_, at) => `clause${at}`).join(' ')
const attach = (name = 'lease.txt', content = lease) => app.documents.read(name, Readable.from([Buffer.from(content)]))
const write = (documents: readonly AttachedDocument[], change: Partial<UnsentText> = {}) =>
  app.unsent.write({
    conversationId: null,
    text: '',
    pasted: '',
    documents: documents.map((document) => ({ document, pages: '' })),
    typedSystemPrompt: null,
    isPrivate: false,
    ...change,
  })
const ready = () => eventually(() => expect(app.state.value.background?.isReady).toBe(true))
const idle = () => eventually(() => expect(app.state.value.turns).toEqual([]))
async function send(question: string, document: AttachedDocument, isPrivate = false) {
  const turn = await app.turns.send({
    conversationId: null,
    text: question,
    sentAtMs: Date.now(),
    documents: [{ id: document.id, pages: '' }],
    isPrivate,
  })
  write([])
  await idle()
  const { metrics } = app.store.messages.get(turn.answer.id)
  if (!metrics) throw new Error('Expected an answer with figures')
  return { id: turn.conversationId, metrics }
}
const stored = async (name = 'lease.txt') => (await app.prefixes.read()).prefixes.filter((prefix) => prefix.name === name)
const tiersOf = async () => (await stored()).map(({ tier }) => tier).sort()

it('a document is processed before its message is sent, and two conversations find its tokens', async () => {
  const first = await attach()
  write([first])
  await ready()
  expect(await tiersOf()).toEqual(['cells', 'memory'])
  const [{ tokens, kind } = { tokens: 0, kind: undefined }] = await stored()
  expect(kind).toBe('document')
  expect(tokens).toBeGreaterThan(120)
  expect((await send('When is the rent due?', first)).metrics.reusedTokens).toBe(tokens)
  expect(await tiersOf()).toEqual(['memory'])
  const second = await attach()
  write([second])
  await ready()
  const { metrics } = await send('Who pays?', second)
  expect(metrics.reusedTokens).toBe(tokens)
})
it('a document that is removed before it is sent leaves nothing, and one of a private conversation is never processed', async () => {
  const document = await attach()
  write([document])
  await ready()
  write([])
  expect(app.state.value.background).toBeNull()
  await eventually(async () => expect(await tiersOf()).toEqual([]))
  const process = vi.spyOn(backend.prefixKeeper, 'processPrefix')
  write([await attach()], { isPrivate: true })
  await send('Why?', await attach(), true)
  expect(process).not.toHaveBeenCalled()
  expect(await tiersOf()).toEqual([])
})
it('a document leaves nothing if its conversation becomes private when it is sent', async () => {
  const document = await attach()
  write([document])
  await ready()
  await send('Why?', document, true)
  await eventually(async () => expect(await tiersOf()).toEqual([]))
})
it('a document is no longer in the cache once the model is unloaded', async () => {
  write([await attach()])
  await ready()
  await app.models.saveAndUnload()
  expect(app.state.value.background).toBeNull()
})
it('a document goes with the last conversation that asked about it, unless the user saved it', async () => {
  const one = await attach()
  write([one])
  await ready()
  const first = await send('a', one)
  const two = await attach()
  write([two])
  await ready()
  const second = await send('b', two)
  app.conversations.remove([first.id])
  expect(await tiersOf()).toEqual(['memory'])
  app.conversations.remove([second.id])
  await eventually(async () => expect(await tiersOf()).toEqual([]))
})
it('the cache of a document is removed with the last message that has the document, even if the conversation continues', async () => {
  const document = await attach()
  write([document])
  await ready()
  const { id } = await send('a', document)
  const [first] = app.conversations.read(id).messages
  await app.turns.send({ conversationId: id, replacesId: first?.id, text: 'b', sentAtMs: Date.now() })
  await idle()
  await app.turns.send({ conversationId: id, replacesId: first?.id, documents: [], text: 'no document', sentAtMs: Date.now() })
  await idle()
  const roots = app.store.messages.all(id).filter(({ parentId }) => parentId === null)
  expect(roots).toHaveLength(3)
  app.conversations.removeFrom(id, roots[0]?.id ?? '')
  await app.keepSessions()
  expect(await tiersOf()).toEqual(['memory'])
  app.conversations.removeFrom(id, roots[1]?.id ?? '')
  await eventually(async () => expect(await tiersOf()).toEqual([]))
  expect(app.conversations.read(id).messages).toHaveLength(2)
})
it('a saved document keeps its name over a restart, and its name leaves the disk with its file', async () => {
  const document = await attach('Secret lease.txt')
  write([document])
  await ready()
  const cells = (await stored('Secret lease.txt')).find(({ tier }) => tier === 'cells')
  await app.prefixes.pin(cells?.id ?? '', true)
  await app.keepSessions()
  app.close()
  app = open()
  await app.models.loadFirst()
  const [file] = await stored('Secret lease.txt')
  expect(file).toMatchObject({ tier: 'disk', kind: 'document', isPinned: true, isUsable: true })
  await app.prefixes.warm(file?.id ?? '')
  expect((await stored('Secret lease.txt')).map(({ tier }) => tier).sort()).toEqual(['cells', 'disk'])
  await app.prefixes.remove(file?.id ?? '')
  app.sessions.removeAll()
  expect(app.sessions.marks.named).toEqual([])
})
it('the name of a document leaves the disk once another file took the place of its own', async () => {
  write([await attach('Secret lease.txt')])
  await ready()
  const cells = (await stored('Secret lease.txt')).find(({ tier }) => tier === 'cells')
  await app.prefixes.pin(cells?.id ?? '', true)
  expect(app.sessions.marks.named).toHaveLength(1)
  const saved = join(app.store.folder, 'sessions')
  for (const name of readdirSync(saved)) rmSync(join(saved, name))
  const { conversationId } = await app.turns.send({ conversationId: null, text: 'Something else.', sentAtMs: Date.now() })
  await idle()
  await app.sessions.save(conversationId)
  expect(app.sessions.marks.named).toEqual([])
})
it('nothing of a document is on the disk before it is sent or saved', async () => {
  write([await attach('Canary lease.txt', `${lease} canarytext`)])
  await ready()
  await app.turns.send({ conversationId: null, text: 'Something else.', sentAtMs: Date.now() })
  await idle()
  await app.keepSessions()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name)).toString('latin1')).not.toMatch(/Canary lease|canarytext/)
})
it('a turn does not wait for a document, which is processed afterwards', async () => {
  app.close()
  // The document takes more than a second.
  app = open(100)
  await app.models.loadFirst()
  const process = vi.spyOn(backend.prefixKeeper, 'processPrefix')
  write([await attach()])
  await eventually(() => expect(process).toHaveBeenCalledTimes(1))
  await app.turns.send({ conversationId: null, text: 'Something else.', sentAtMs: Date.now() })
  await idle()
  expect(await process.mock.results[0]?.value).toMatchObject({ isComplete: false })
  await ready()
  expect(await tiersOf()).toEqual(['cells', 'memory'])
})
it('the last conversation is restored if its turn begins while a document takes its cells', async () => {
  app.close()
  app = open(100)
  await app.models.loadFirst()
  const { conversationId } = await app.turns.send({ conversationId: null, text: 'Hello.', sentAtMs: Date.now() })
  await idle()
  const process = vi.spyOn(backend.prefixKeeper, 'processPrefix')
  write([await attach()])
  await eventually(() => expect(process).toHaveBeenCalled())
  expect(app.sessions.workBefore(conversationId)).toBeDefined()
})
