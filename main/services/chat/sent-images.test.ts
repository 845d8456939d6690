import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { imageBytes } from '../../../core/contract/chat/document-limits'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { redJpeg, redPng } from '../../../core/documents/testing/made-images'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { DocumentReader } from '../../documents/document-reader'
import { RemoteEngine } from '../../remote-engine/remote-engine'
import { type LlamaOptions, startLlamaServer } from '../../remote-engine/testing/made-llama-server'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

const openApp = (folder: string): App =>
  openTestApp(folder, async () => inProcessEngine(new FakeEngine({ tokensPerSecond: 5000, prefillTokensPerSecond: 500_000, loadMs: 1 })), {
    startRemoteEngine: async () => inProcessEngine(new RemoteEngine()),
  })

let folder: string
let app: App
beforeEach(() => {
  folder = dataFolder()
  app = openApp(folder)
})
afterEach(() => vi.restoreAllMocks())

async function connect(options: LlamaOptions = { images: true }) {
  const server = await startLlamaServer(options)
  await app.remoteServers.connect(app.remoteServers.save({ name: 'Lab', url: server.url }).id, 'tiny')
  return server
}
const idle = () => eventually(() => expect(app.state.value.turns).toEqual([]))
const attach = async (bytes = redPng, name = 'red.png') => (await app.documents.read(name, Readable.from([bytes]))).id
interface Sending {
  readonly conversationId?: string | null
  readonly isPrivate?: boolean
}
const send = (question: string, ids: readonly string[], { conversationId = null, isPrivate = false }: Sending = {}) =>
  app.turns.send({ conversationId, text: question, sentAtMs: Date.now(), isPrivate, documents: ids.map((id) => ({ id, pages: '' })) })
const failureOfWork = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => failureOf(error),
  )
const contentsIn = (server: Awaited<ReturnType<typeof connect>>) =>
  server.asked
    .filter(({ path }) => path === '/v1/chat/completions')
    .map(({ body }) => body.messages.map((one: { content: unknown }) => one.content))
const asUrl = { type: 'image_url', image_url: { url: `data:image/png;base64,${redPng.toString('base64')}` } }
const rows = (database: App['store']['database']) => database.all('SELECT conversation_id, id, media_type FROM images')

describe('an image in a message', () => {
  it('reaches a server whose model reads images, in this turn and in later ones, even after a restart', async () => {
    const server = await connect()
    const { conversationId, prompt } = await send('What is it?', [await attach()])
    await idle()
    expect(prompt?.text).toBe('What is it?')
    expect(prompt?.parts).toMatchObject([{ type: 'image', name: 'red.png', mediaType: 'image/png', width: 3, height: 2 }, { type: 'text' }])
    app.close()
    app = openApp(folder)
    await app.remoteServers.connect(app.remoteServers.list()[0]?.id as string, 'tiny')
    await send('And now?', [], { conversationId })
    await idle()
    expect(contentsIn(server)).toEqual([
      [[asUrl, { type: 'text', text: 'What is it?' }]],
      [[asUrl, { type: 'text', text: 'What is it?' }], 'A cell holds one token.', 'And now?'],
    ])
  })

  it('may come without text, and then gives the conversation its name', async () => {
    const server = await connect()
    const { conversationId } = await send('', [await attach()])
    await idle()
    expect(contentsIn(server)).toEqual([[[asUrl]]])
    expect(app.store.conversations.get(conversationId).title).toBe('red.png')
  })

  it('stays when the message is edited, and is sent again with another answer', async () => {
    const server = await connect()
    const { conversationId, prompt, answer } = await send('First', [await attach()])
    await idle()
    await app.turns.regenerate(conversationId, answer.id, Date.now())
    await idle()
    await app.turns.send({ conversationId, replacesId: prompt?.id, text: 'Second', sentAtMs: Date.now() })
    await idle()
    expect(contentsIn(server).map(([content]) => content)).toEqual(
      ['First', 'First', 'Second'].map((question) => [asUrl, { type: 'text', text: question }]),
    )
    expect(rows(app.store.database)).toHaveLength(1)
  })

  it('is deleted with its conversation', async () => {
    await connect()
    const { conversationId } = await send('Well?', [await attach(), await attach(redJpeg, 'red.jpg')])
    await idle()
    expect(rows(app.store.database).map((row) => row.media_type)).toEqual(['image/png', 'image/jpeg'])
    app.conversations.remove([conversationId])
    app.store.bin.removeForGood(conversationId)
    expect(rows(app.store.database)).toEqual([])
  })

  it('of a private conversation is in memory only', async () => {
    const server = await connect()
    const { conversationId } = await send('Well?', [await attach()], { isPrivate: true })
    await idle()
    expect(contentsIn(server)).toHaveLength(1)
    expect(rows(app.store.database)).toEqual([])
    expect(rows(app.store.shelves.memory)).toMatchObject([{ conversation_id: conversationId }])
  })

  it('is named in exported files, which do not have it', async () => {
    await connect()
    const { conversationId } = await send('Well?', [await attach()])
    await idle()
    expect(app.conversations.export(conversationId, 'markdown').text).toContain('Image `red.png` (3 × 2 pixels, ')
    const json = app.conversations.export(conversationId, 'json').text
    expect(json).toContain('"name": "red.png"')
    expect(json).not.toContain(redPng.toString('base64'))
  })
})

describe('an image is refused, and nothing is stored,', () => {
  const stored = () => [app.conversations.list(), rows(app.store.database)]

  it('if the model is on this machine, even if only an earlier message has the image', async () => {
    await connect()
    const { conversationId } = await send('What is it?', [await attach()])
    await idle()
    app.remoteServers.disconnect()
    await app.models.loadFirst()
    const before = app.store.messages.all(conversationId).length
    const refusal = { code: 'images-refused', facts: { reason: { kind: 'local-model' } } }
    expect(await failureOfWork(send('And now?', [], { conversationId }))).toMatchObject(refusal)
    expect(app.store.messages.all(conversationId)).toHaveLength(before)
    expect(await failureOfWork(send('New', [await attach()]))).toMatchObject(refusal)
    expect(app.conversations.list()).toHaveLength(1)
    expect(app.state.value.turns).toEqual([])
  })

  it('if the server says that its model does not read images', async () => {
    const server = await connect({ images: false })
    expect(await failureOfWork(send('What is it?', [await attach()]))).toEqual({
      code: 'images-refused',
      facts: { model: 'tiny', reason: { kind: 'server-model' } },
    })
    expect(contentsIn(server)).toEqual([])
    expect(stored()).toEqual([[], []])
  })

  it('if it is too large, or damaged', async () => {
    const large = Buffer.concat([redPng, Buffer.alloc(imageBytes)])
    const reason = async (bytes: Buffer) => (await failureOfWork(attach(bytes)))?.facts
    expect(await reason(large)).toEqual({ name: 'red.png', reason: { kind: 'image-too-large', limitBytes: imageBytes } })
    expect(await reason(redPng.subarray(0, 15))).toEqual({ name: 'red.png', reason: { kind: 'image-damaged' } })
  })
})

it('an image is sent to a server that does not say whether its model reads images', async () => {
  const server = await connect({ images: null })
  await send('What is it?', [await attach()])
  await idle()
  expect(contentsIn(server)).toEqual([[[asUrl, { type: 'text', text: 'What is it?' }]]])
})

it('a document is sent to a server, without a number of tokens, which only the server knows', async () => {
  const server = await connect()
  vi.spyOn(DocumentReader.prototype, 'read').mockImplementation(async (_, bytes) => {
    return { mediaType: 'text/plain', hasPages: false, pages: [await text(bytes)], sizeBytes: 5 }
  })
  const { prompt } = await send('Well?', [await attach(Buffer.from('hello'), 'notes.txt')])
  await idle()
  expect(contentsIn(server)).toEqual([['<document name="notes.txt">\nhello\n</document>\n\nWell?']])
  expect(prompt?.parts?.[0]).not.toHaveProperty('tokens')
})
