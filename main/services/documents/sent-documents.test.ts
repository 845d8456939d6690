import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { DocumentReader } from '../../documents/document-reader'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

let app: App
let seen: { messages: readonly { role: string; text: string }[] }[]

beforeEach(async () => {
  // Form feeds separate pages, so that this test needs no other process.
  vi.spyOn(DocumentReader.prototype, 'read').mockImplementation(async (_, bytes) => {
    const pages = (await text(bytes)).split('\f')
    return { mediaType: 'application/pdf', hasPages: true, pages, sizeBytes: 1 }
  })
  seen = []
  app = openTestApp(dataFolder(), async () => {
    const backend = new FakeEngine({ tokensPerSecond: 5000, prefillTokensPerSecond: 50_000, loadMs: 5 })
    const answer = backend.answer.bind(backend)
    backend.answer = (request, answers) => {
      seen.push(request)
      return answer(request, answers)
    }
    return inProcessEngine(backend)
  })
  await app.models.loadFirst()
})
afterEach(() => {
  app.close()
  vi.restoreAllMocks()
})

const idle = () => eventually(() => expect(app.state.value.turns).toEqual([]))
const attach = async (...pages: string[]) => (await app.documents.read('notes.pdf', Readable.from([Buffer.from(pages.join('\f'))]))).id
const send = (question: string, ids: readonly { id: string; pages: string }[], conversationId: string | null = null) =>
  app.turns.send({ conversationId, text: question, sentAtMs: Date.now(), documents: ids })
const words = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => failureOf(error)?.code,
  )

describe('a message with documents', () => {
  it('reaches the model with the chosen pages in their frame, and stays in the prompt of later turns', async () => {
    const id = await attach('page one', 'page two', 'page three')
    const { conversationId, prompt } = await send('What is it?', [{ id, pages: '1, 3' }])
    expect(prompt?.text).toBe('<document name="notes.pdf" pages="1, 3">\npage one\n\npage three\n</document>\n\nWhat is it?')
    expect(prompt?.parts?.[0]).toMatchObject({ type: 'document', pages: '1, 3', ofPages: 3, tokens: 4 })
    await idle()
    await app.turns.send({ conversationId, text: 'And now?', sentAtMs: Date.now() })
    await idle()
    expect(seen.at(-1)?.messages[0]?.text).toBe(prompt?.text)
    expect(app.store.conversations.get(conversationId).title).toBe('What is it?')
  })
  it('is found by a word of a document, and exported with it', async () => {
    const { conversationId } = await send('Well?', [{ id: await attach('the recipe of uncle Leberecht'), pages: '' }])
    await idle()
    expect(app.conversations.search('Leberecht')[0]).toMatchObject({ conversationId, part: 'document' })
    expect(app.conversations.export(conversationId, 'markdown').text).toContain('the recipe of uncle Leberecht')
  })
  it('may have no text, and then gives the conversation the name of its document', async () => {
    const { conversationId } = await send('', [{ id: await attach('hello'), pages: '' }])
    await idle()
    expect(app.store.conversations.get(conversationId).title).toBe('notes.pdf')
  })
  it('keeps its documents when it is edited, and in the preview of its cost', async () => {
    const { conversationId, prompt } = await send('First', [{ id: await attach(words(100)), pages: '' }])
    await idle()
    const replacesId = prompt?.id as string
    const preview = await app.previews.previewReuse({ conversationId, replacesId, text: 'Second' })
    expect(preview.promptTokens).toBeGreaterThan(100)
    const edited = await app.turns.send({ conversationId, replacesId, text: 'Second', sentAtMs: Date.now() })
    await idle()
    expect(edited.prompt?.text).toBe(prompt?.text.replace('First', 'Second'))
    expect(edited.prompt?.parts).toEqual(prompt?.parts)
  })
  it('is refused with its numbers if it does not fit, and nothing is stored', async () => {
    const id = await attach(words(3000), words(10))
    const refused = await send('What is it?', [{ id, pages: '' }]).catch((error: unknown) => failureOf(error))
    expect(refused).toMatchObject({ code: 'prompt-too-long', facts: { contextTokens: 2048 } })
    expect(app.conversations.list()).toEqual([])
    expect((await send('What is it?', [{ id, pages: '2' }])).prompt?.parts?.[0]).toMatchObject({ tokens: 10 })
    await idle()
  })
  it('is refused if it does not fit after the earlier turns, unless they may be dropped', async () => {
    const first = await send('First', [{ id: await attach(words(1200)), pages: '' }])
    await idle()
    const id = await attach(words(1200))
    expect(await codeOf(send('Second', [{ id, pages: '' }], first.conversationId))).toBe('prompt-too-long')
    const overflow = app.store.conversations.overflow(first.conversationId)
    app.conversations.setOverflow(first.conversationId, { ...overflow, policy: 'drop-oldest' })
    expect(await codeOf(send('Second', [{ id, pages: '' }], first.conversationId))).toBe('done')
    await idle()
  })
  it('is refused if its document is no longer in memory', async () => {
    const id = await attach('hello')
    const unsent = { conversationId: null, text: '', pasted: '', typedSystemPrompt: null, isPrivate: false }
    const document = { id, name: 'notes.pdf', mediaType: 'application/pdf', sizeBytes: 1, hasPages: true, pageCharacters: [5] }
    app.unsent.write({ ...unsent, documents: [{ document, pages: '' }] })
    expect(await app.documents.count(id)).toEqual([1])
    app.unsent.write({ ...unsent, documents: [] })
    expect(await codeOf(send('What is it?', [{ id, pages: '' }]))).toBe('document-not-found')
    expect(app.conversations.list()).toEqual([])
  })
})
