import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { coded, failureOf } from '../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { bugReport } from '../../core/events/bug-report'
import { FakeEngine } from '../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../native-models/process/testing/in-process'
import { mountSmallDisk, noSmallDisks, unmount } from '../store/testing/small-disk'
import { dataFolder } from '../store/testing/test-store'
import type { App } from './app'
import { eventually } from './testing/eventually'
import { openTestApp } from './testing/test-app'

let folder: string
let app: App
let mostTokens: number

function open(): App {
  return openTestApp(folder, async () => {
    const backend = new FakeEngine({ tokensPerSecond: 30, prefillTokensPerSecond: 50_000, loadMs: 20 })
    const createContext = backend.createContext.bind(backend)
    backend.createContext = async (request) => {
      if (request.contextTokens > mostTokens)
        throw coded('context-failed', { reason: { kind: 'llama.cpp', quoted: 'out of memory at /home/marta/secret/model.gguf' } })
      return createContext(request)
    }
    return inProcessEngine(backend)
  })
}
beforeEach(async () => {
  folder = dataFolder()
  mostTokens = Number.POSITIVE_INFINITY
  app = open()
  await app.models.loadFirst()
})
afterEach(() => {
  vi.restoreAllMocks()
  app.close()
})
const save = (kv: Partial<typeof defaultKvSettings>) => app.models.saveKv('pocket', { ...defaultKvSettings, ...kv })
const stored = () => app.modelSettings.read('pocket').kv
const isReady = () => eventually(() => expect(app.state.value.model.status).toBe('ready'))
const codes = () => app.state.events.list.map(({ code }) => code)

describe('changed settings of the loaded model', () => {
  it('are stored once a context works with them, and windows are notified', async () => {
    const before = app.state.value.revisions.settings
    await save({ contextTokens: 1024 })
    await isReady()
    expect(stored().contextTokens).toBe(1024)
    expect(app.state.value.revisions.settings).toBeGreaterThan(before)
  })
  it('are not stored if no context can be created with them, and the next load uses the last settings that worked', async () => {
    mostTokens = 2048
    await save({ contextTokens: 4096 })
    await eventually(() => expect(app.state.value.model.status).toBe('failed'))
    expect(app.state.value.model).toMatchObject({ settings: { contextTokens: 4096 }, failure: { code: 'context-failed' } })
    expect(stored()).toEqual(defaultKvSettings)
    await app.models.load('pocket')
    expect(app.state.value.model).toMatchObject({ status: 'ready', settings: { contextTokens: 'auto' } })
  })
  it('can be tried again after they failed', async () => {
    mostTokens = 2048
    await save({ contextTokens: 4096 })
    await eventually(() => expect(app.state.value.model.status).toBe('failed'))
    mostTokens = 8192
    await save({ contextTokens: 4096 })
    await isReady()
    expect(stored().contextTokens).toBe(4096)
  })
  it('are refused with the sizes if the context does not fit in memory, and the current context stays', async () => {
    vi.spyOn(os, 'freemem').mockReturnValue(2 ** 30)
    const failure = await save({ contextTokens: 10_000_000 }).catch(failureOf)
    expect(failure).toMatchObject({ code: 'context-larger-than-memory', facts: { contextTokens: 10_000_000 } })
    expect(app.state.value.model).toMatchObject({ status: 'ready', settings: { contextTokens: 'auto' } })
    expect(stored()).toEqual(defaultKvSettings)
    expect(codes()).toContain('context-larger-than-memory')
  })
  it('may use the memory that the replaced context frees', async () => {
    // 512 MiB must stay free. 2,048 tokens take 6 MiB, so with 3 MiB more, 3,072 tokens fit into 9 MiB.
    vi.spyOn(os, 'freemem').mockReturnValue(2 ** 29 + 3 * 2 ** 20)
    await save({ contextTokens: 3072 })
    await isReady()
    expect(app.state.value.model).toMatchObject({ settings: { contextTokens: 3072 } })
    expect(await save({ contextTokens: 8192 }).catch(failureOf)).toMatchObject({ code: 'context-larger-than-memory' })
  })
  it.each([{ keyType: 'q8_0' as const }, { gpuBackend: 'vulkan' as const }])(
    'stop an answer that is being written, and the answer records why: %o',
    async (change) => {
      const { answer } = await app.turns.send({ conversationId: null, text: 'hello', sentAtMs: Date.now() })
      await eventually(() => expect(app.store.messages.get(answer.id).text).not.toBe(''))
      await save(change)
      await isReady()
      await eventually(() => expect(app.state.value.turns).toEqual([]))
      expect(app.store.messages.get(answer.id)).toMatchObject({ state: 'stopped', metrics: { stopReason: 'context-replaced' } })
    },
  )
})

describe('the event log', () => {
  it('lists what happened, and the bug report omits the user’s folders and texts', async () => {
    mostTokens = 2048
    await save({ contextTokens: 4096 })
    await eventually(() => expect(app.state.value.model.status).toBe('failed'))
    expect(codes()).toEqual(['engine-starting', 'engine-started', 'model-loaded', 'context-created', 'context-failed'])
    const { events } = app.state
    events.addWindowError({ name: 'SyntaxError', message: 'Unexpected "Dear Marta"', location: 'index.js:1' })
    const report = bugReport({ info: app.info, engine: null, model: app.state.value.model, events: events.list })
    expect(report).toContain('out of memory at model.gguf')
    expect(report).toContain('Model pocket-f16.gguf')
    expect(report).not.toMatch(/marta|secret|native-models/i)
  })
  it('keeps the last 500 events', () => {
    for (let index = 0; index < 600; index++) app.state.events.add('threads', { code: 'threads-raised', facts: { threads: index } })
    expect(app.state.events.list).toHaveLength(500)
    expect(app.state.events.list.at(-1)).toMatchObject({ facts: { threads: 599 } })
  })
})

describe('deleting everything', () => {
  it('stops the answer, leaves no text in the files, and starts again like a new installation', async () => {
    const { answer } = await app.turns.send({
      conversationId: null,
      text: 'a word that nobody else says: xylophonist',
      sentAtMs: Date.now(),
    })
    await eventually(() => expect(app.store.messages.get(answer.id).text).not.toBe(''))
    app.preferences.write({ theme: 'dark' })
    writeFileSync(join(folder, 'headroom-damaged-2026.sqlite'), 'old words')
    app.store.apiRequests.add('request-1', '"xylophonist"')
    await app.data.deleteEverything()
    await isReady()
    expect(app.store.conversations.list()).toEqual([])
    expect(app.store.search('xylophonist')).toEqual([])
    expect(app.store.apiRequests.all()).toEqual([])
    expect(app.requests.records).toEqual([])
    expect(app.preferences.values.theme).toBe('system')
    const usage = await app.data.usage()
    expect(usage).toMatchObject({ conversations: 0, uploads: 0 })
    app.close()
    expect(readFileSync(join(folder, 'headroom.sqlite')).includes('xylophonist')).toBe(false)
    app = open()
    expect(() => readFileSync(join(folder, 'headroom-damaged-2026.sqlite'))).toThrow('ENOENT')
    await app.models.loadFirst()
    await app.turns.send({ conversationId: null, text: 'another xylophonist', sentAtMs: Date.now() })
    expect(app.store.search('xylophonist')).toHaveLength(2)
    await eventually(() => expect(app.state.value.turns).toEqual([]))
  })
  it.skipIf(process.platform === 'win32')('deletes no files of another program if the model folder is a link', async () => {
    const elsewhere = join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, 'precious.gguf'), 'a model of another program')
    rmSync(join(folder, 'models'), { recursive: true, force: true })
    symlinkSync(elsewhere, join(folder, 'models'))
    expect(await app.data.usage()).toMatchObject({ uploads: 0 })
    await app.data.deleteEverything()
    expect(readdirSync(elsewhere)).toEqual(['precious.gguf'])
  })
  it('names a file that the system refuses to delete, and deletes everything else', async ({ skip }) => {
    skip(noSmallDisks !== undefined, noSmallDisks)
    const uploads = join(folder, 'models')
    mkdirSync(uploads, { recursive: true })
    writeFileSync(join(uploads, 'a.gguf'), 'a model')
    writeFileSync(join(uploads, 'z.gguf'), 'another one')
    const busy = join(uploads, 'busy')
    mountSmallDisk(busy, 1)
    try {
      const refusal = await app.data.deleteEverything().catch(failureOf)
      expect(refusal).toMatchObject({ code: 'file-not-deleted', facts: { path: busy } })
    } finally {
      unmount(busy)
    }
    expect(readdirSync(uploads)).toEqual(['busy'])
  })
})
