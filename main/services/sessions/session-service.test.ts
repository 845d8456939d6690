import { execFileSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { coded } from '../../../core/contract/errors/coded-error'
import { failureIn } from '../../../core/contract/errors/wire-errors'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { describeEvent } from '../../../core/copy/facts'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { type InProcessEngine, inProcessEngine } from '../../../native-models/process/testing/in-process'
import { embeddedModelId } from '../../library/scan/model-library'
import { damagedSessions } from '../../sessions/testing/damaged-sessions'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp, pocketPath } from '../testing/test-app'

let folder: string
let app: App
let engine: InProcessEngine
let backend: FakeEngine
let handedOver: string[]

function open(): App {
  return openTestApp(folder, async () => {
    backend = new FakeEngine({ tokensPerSecond: 5000, prefillTokensPerSecond: 500_000, loadMs: 10 })
    const restore = backend.restoreSequence.bind(backend)
    backend.restoreSequence = (request) => {
      handedOver.push(request.path)
      return restore(request)
    }
    engine = inProcessEngine(backend)
    return engine
  })
}
beforeEach(async () => {
  folder = dataFolder()
  handedOver = []
  app = open()
  await app.models.loadFirst()
})
afterEach(() => {
  app.close()
})

async function ask(text: string, conversationId: string | null = null) {
  const turn = await app.turns.send({ conversationId, text, sentAtMs: Date.now() })
  await eventually(() => expect(app.state.value.turns).toEqual([]))
  const { metrics } = app.store.messages.get(turn.answer.id)
  if (!metrics) throw new Error('Expected an answer with figures')
  return { id: turn.conversationId, metrics }
}
async function startAgain(): Promise<void> {
  await app.keepSessions()
  app.close()
  app = open()
  await app.models.loadFirst()
}
const previewFor = (id: string) =>
  app.previews.previewReuse({
    conversationId: id,
    replacesId: app.store.messages.path(app.store.conversations.leaf(id) ?? '')[0]?.id,
    text: 'x',
  })
const files = (): string[] => readdirSync(join(folder, 'sessions')).sort()
const fileOf = (id: string): string => join(folder, 'sessions', files().find((name) => name.startsWith(id)) ?? 'none')
async function setKv(change: Partial<KvSettings>): Promise<void> {
  const { model } = app.state.value
  const modelId = model.status === 'ready' ? model.file.id : embeddedModelId
  await app.models.saveKv(modelId, { ...app.modelSettings.read(modelId).kv, ...change })
  await eventually(() => expect(app.state.value.model).toMatchObject({ status: 'ready', settings: change }))
}
async function loadCopy(): Promise<string> {
  const path = join(folder, 'copy.gguf')
  copyFileSync(pocketPath, path)
  await app.models.load((await app.library.open(path)).id)
  return path
}
function withOtherWeights(path: string): Buffer {
  const bytes = readFileSync(path)
  return bytes.fill(1, bytes.length - 1000)
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => failureIn(error)?.code,
  )
const eventCodes = () => app.state.events.list.map(({ code }) => code)

describe('a conversation’s cache', () => {
  it('is saved when another conversation takes its sequence, and restored when it continues', async () => {
    const first = await ask('one two three')
    await ask('something else')
    expect(files()).toHaveLength(1)
    const { metrics } = await ask('and on', first.id)
    expect(metrics.restored?.tokens).toBe(first.metrics.usedCells)
    expect(metrics.restored?.bytes).toBe(statSync(handedOver[0] as string).size)
    expect(metrics.reusedTokens).toBe(first.metrics.usedCells)
    expect(eventCodes()).toContain('session-restored')
  })
  it('is saved when the app closes, and restored after the next start', async () => {
    const first = await ask('one two three')
    await startAgain()
    const { metrics } = await ask('and on', first.id)
    expect(metrics.restored?.tokens).toBe(first.metrics.usedCells)
    expect((await ask('and on', first.id)).metrics.restored).toBeUndefined()
    expect(handedOver).toHaveLength(1)
  })
  it('is not saved again if nothing has changed', async () => {
    const { id } = await ask('one two three')
    await app.sessions.save(id)
    const writing = vi.spyOn(backend, 'saveSequence')
    await app.keepSessions()
    expect(writing).not.toHaveBeenCalled()
    await ask('more', id)
    await app.keepSessions()
    expect(writing).toHaveBeenCalledOnce()
  })
  it('is saved once if work in the background takes its sequence before another conversation does', async () => {
    await ask('first')
    const save = vi.spyOn(backend, 'saveSequence')
    const prompts = ['a', '1'].map((text) => [{ role: 'user' as const, text }])
    vi.spyOn(backend.prefixKeeper, 'processPrefix').mockResolvedValue({
      promptTokens: 80,
      tokens: 80,
      processedTokens: 0,
      isComplete: true,
    })
    const { model } = app.state.value
    const { sampling } = app.modelSettings.read(model.status === 'ready' ? model.file.id : '')
    await app.sessions.processPrefix({ conversationId: 'd0', prompts, sampling }, undefined)
    expect(save).toHaveBeenCalledTimes(1)
    await ask('second')
    expect(save).toHaveBeenCalledTimes(1)
  })
  it('is saved when settings change, and found again with the earlier settings', async () => {
    const { id } = await ask('one two three')
    const { kv } = app.modelSettings.read(embeddedModelId)
    await app.models.saveKv(embeddedModelId, { ...kv, keyType: 'q8_0' })
    await eventually(() => expect(app.state.value.model).toMatchObject({ status: 'ready', context: { keyType: 'q8_0' } }))
    expect(files()).toHaveLength(1)
    expect((await ask('and on', id)).metrics.restored).toBeUndefined()
    await app.models.saveKv(embeddedModelId, kv)
    await eventually(() => expect(app.state.value.model).toMatchObject({ status: 'ready', context: { keyType: 'f16' } }))
    expect((await ask('and more', id)).metrics.restored?.tokens).toBeGreaterThan(0)
  })
  it('is saved when a benchmark starts, and restored afterwards', async () => {
    const first = await ask('one two three')
    const giveBack = await app.models.lend()
    expect(app.state.value.model.status).toBe('none')
    expect(files()).toHaveLength(1)
    giveBack()
    await eventually(() => expect(app.state.value.model.status).toBe('ready'))
    expect((await ask('and on', first.id)).metrics.restored?.tokens).toBe(first.metrics.usedCells)
  })
  it('lowers the previewed cost of a prompt, even if it is only on disk', async () => {
    const first = await ask('one two three')
    const previewReuse = (text: string) =>
      app.previews.previewReuse({
        conversationId: first.id,
        replacesId: app.store.messages.path(app.store.conversations.leaf(first.id) ?? '')[0]?.id,
        text,
      })
    const inMemory = await previewReuse('one two four')
    await startAgain()
    const onDisk = await previewReuse('one two four')
    expect(inMemory.keptTokens).toBeGreaterThan(0)
    expect(onDisk).toMatchObject({ promptTokens: inMemory.promptTokens, keptTokens: inMemory.keptTokens, fromDisk: true })
    writeFileSync(fileOf(first.id), readFileSync(fileOf(first.id)).subarray(0, 100))
    expect((await previewReuse('one two four')).keptTokens).toBe(0)
    expect(files()).toHaveLength(1)
  })
  it('is deleted with its conversation', async () => {
    const { id } = await ask('one two three')
    await app.sessions.save(id)
    app.store.conversations.remove(id)
    app.sessions.forget(id)
    await app.keepSessions()
    expect(files()).toEqual([])
    expect(await app.supervisor.engine?.client.sequences()).toMatchObject([{ conversationId: null, tokens: 0 }])
  })
  it('is deleted if messages of its conversation are, and saved again only after the next turn, which reuses the cells that are left', async () => {
    const { id } = await ask('one two three')
    const second = await ask('four five six', id)
    await app.sessions.save(id)
    const [, , third] = app.conversations.read(id).messages
    app.conversations.removeFrom(id, third?.id ?? '')
    expect(await codeOf(app.sessions.save(id))).toBe('session-not-held')
    await app.keepSessions()
    expect(files()).toEqual([])
    const next = await ask('seven eight', id)
    expect(second.metrics.reusedTokens).toBeGreaterThan(0)
    expect(next.metrics.reusedTokens).toBeGreaterThanOrEqual(second.metrics.reusedTokens)
    await app.keepSessions()
    expect(files()).toHaveLength(1)
  })
  it('is deleted if messages of its conversation are deleted while it is saved, even if the next turn begins at once', async () => {
    const { id } = await ask('one two three')
    await ask('four five six', id)
    const save = backend.saveSequence.bind(backend)
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const writing = vi.spyOn(backend, 'saveSequence').mockImplementation(async (...request) => {
      await finished
      return save(...request)
    })
    const saving = app.sessions.save(id)
    await eventually(() => expect(writing).toHaveBeenCalled())
    const [, , third] = app.conversations.read(id).messages
    app.conversations.removeFrom(id, third?.id ?? '')
    const next = app.turns.send({ conversationId: id, text: 'seven eight', sentAtMs: Date.now() })
    finish()
    await Promise.all([saving, next])
    await eventually(() => expect(app.state.value.turns).toEqual([]))
    expect(files()).toEqual([])
    await app.keepSessions()
    expect(files()).toHaveLength(1)
  })
  it('is not saved after messages of its conversation were deleted if the next turn fails before the engine cuts the sequence', async () => {
    const { id } = await ask('one two three')
    await ask('four five six', id)
    const [, , third] = app.conversations.read(id).messages
    app.conversations.removeFrom(id, third?.id ?? '')
    vi.spyOn(backend, 'answer').mockRejectedValueOnce(coded('prompt-too-long', { promptTokens: 2, contextTokens: 1 }))
    const { answer } = await app.turns.send({ conversationId: id, text: 'seven eight', sentAtMs: Date.now() })
    await eventually(() => expect(app.store.messages.get(answer.id).state).toBe('failed'))
    expect(await codeOf(app.sessions.save(id))).toBe('session-not-held')
    await app.keepSessions()
    expect(app.sessions.usage.sessions).toBe(0)
    await ask('nine ten', id)
    await app.keepSessions()
    expect(app.sessions.usage.sessions).toBe(1)
  })
  it('is cleared if messages of its conversation are deleted and several sequences have it, even if the next turn begins at once', async () => {
    const { id } = await ask('one two three')
    const forget = vi.spyOn(backend, 'forget')
    const sequences = backend.sequences.bind(backend)
    vi.spyOn(backend, 'sequences').mockImplementation(() => [...sequences(), ...sequences()])
    const [, answer] = app.conversations.read(id).messages
    app.conversations.removeFrom(id, answer?.id ?? '')
    const { metrics } = await ask('seven eight', id)
    expect(forget).toHaveBeenCalledWith(id)
    expect(metrics.reusedTokens).toBe(0)
  })
  it('is deleted with its conversation if several are deleted at once, none of which may be in progress', async () => {
    const first = await ask('one two three')
    await app.sessions.save(first.id)
    const second = await ask('four five six')
    await app.sessions.save(second.id)
    const before = files()
    app.state.update({ turns: [{ turnId: 't', conversationId: second.id, answerId: 'a', begunCharacters: 0 }] })
    const remove = async () => app.conversations.remove([first.id, second.id])
    expect(await codeOf(remove())).toBe('conversation-busy')
    expect(files()).toEqual(before)
    expect(app.bin.list()).toEqual([])
    app.state.update({ turns: [] })
    await remove()
    await app.keepSessions()
    expect(files()).toEqual([])
    expect(app.bin.list()).toHaveLength(2)
  })
  it('is restored only into a context with the same number of sequences as when it was saved', async () => {
    const { id, metrics } = await ask('one two three')
    await setKv({ sequences: 3 })
    expect((await ask('and on', id)).metrics.restored).toBeUndefined()
    expect(app.sessions.usage.setAside).toBe(0)
    await setKv({ sequences: 1 })
    expect((await ask('and more', id)).metrics.restored?.tokens).toBe(metrics.usedCells)
  })
  it('is not saved if the limit for saved caches is 0 bytes', async () => {
    app.preferences.write({ sessionGibibytes: 0 })
    const { id } = await ask('one two three')
    await ask('something else')
    await app.keepSessions()
    expect(app.sessions.usage).toEqual({ sessions: 0, bytes: 0, setAside: 0 })
    await ask('and on', id)
    expect(await codeOf(app.sessions.save(id))).toBe('session-over-budget')
  })
})

describe('the changed file of a saved cache', () => {
  it('never reaches the engine and is set aside, and the prompt is processed again', async () => {
    const { id } = await ask('one two three')
    await startAgain()
    const path = fileOf(id)
    const bytes = readFileSync(path)
    bytes[200] = (bytes[200] as number) ^ 1
    writeFileSync(path, bytes)
    const { metrics } = await ask('and on', id)
    expect(handedOver).toEqual([])
    expect(metrics).toMatchObject({ reusedTokens: 0, stopReason: 'end-of-text' })
    expect(metrics.restored).toBeUndefined()
    expect(app.sessions.usage).toMatchObject({ sessions: 0, setAside: 1 })
    expect(app.state.events.list.filter(({ code }) => code === 'session-refused').map(describeEvent)).toEqual([
      expect.stringContaining('processes the prompt again'),
    ])
  })
  it('is set aside and logged for each of 200 kinds of damage, and never reaches the engine', async () => {
    const { id } = await ask(Array.from({ length: 40 }, (_, word) => `word${word}`).join(' '))
    const other = (await ask('something else')).id
    const path = fileOf(id)
    const whole = readFileSync(path)
    const key = Buffer.from(String(app.store.preferences.get('session-key')), 'hex')
    const take = async (bytes: Buffer) => {
      writeFileSync(path, bytes)
      app.sessions.workBefore(other)
      return app.sessions.workBefore(id)?.()
    }
    const damaged = damagedSessions(whole, key)
    expect(damaged).toHaveLength(200)
    for (const { what, bytes } of damaged) {
      expect([what, await take(bytes)]).toEqual([what, undefined])
      expect([what, existsSync(path), handedOver]).toEqual([what, false, []])
      expect(app.state.events.list.at(-1)).toMatchObject({ code: 'session-refused' })
    }
    expect((await take(whole))?.bytes).toBe(whole.length)
    expect(handedOver).toEqual([path])
  })
  it.skipIf(process.platform === 'win32')('does not block turns or closing the app if it is a FIFO', async () => {
    const { id } = await ask('one two three')
    await startAgain()
    const path = fileOf(id)
    rmSync(path)
    execFileSync('mkfifo', [path])
    expect((await previewFor(id)).fromDisk).toBeUndefined()
    const { metrics } = await ask('and on', id)
    expect(metrics).toMatchObject({ reusedTokens: 0, stopReason: 'end-of-text' })
    expect(handedOver).toEqual([])
    expect(app.sessions.usage).toMatchObject({ sessions: 0, setAside: 1 })
    expect(app.state.events.list.filter(({ code }) => code === 'session-refused').map(describeEvent)).toEqual([
      expect.stringContaining('pipe'),
    ])
    await app.keepSessions()
    expect(app.sessions.usage).toMatchObject({ sessions: 1, setAside: 1 })
  })
})

it('a saved cache that the engine refuses is set aside, and the prompt is processed again', async () => {
  const { id } = await ask('one two three')
  await startAgain()
  backend.restoreSequence = async () => {
    throw coded('session-not-restored', { quoted: 'the test says so' })
  }
  const { metrics } = await ask('and on', id)
  expect(metrics).toMatchObject({ reusedTokens: 0, stopReason: 'end-of-text' })
  expect(app.sessions.usage.setAside).toBe(1)
})

describe('a model file that is loaded', () => {
  const loads = () => eventCodes().filter((code) => code === 'model-loaded').length
  it('is loaded again with the next settings if it was replaced, and no cache of the old weights is restored', async () => {
    const path = await loadCopy()
    const first = await ask('one two three')
    writeFileSync(`${path}.new`, withOtherWeights(path))
    renameSync(`${path}.new`, path)
    const before = loads()
    await setKv({ keyType: 'q8_0' })
    expect(loads()).toBe(before + 1)
    const second = await ask('and on', first.id)
    expect(second.metrics.restored).toBeUndefined()
    await setKv({ keyType: 'f16' })
    expect((await ask('and on', first.id)).metrics.restored).toBeUndefined()
    expect(loads()).toBe(before + 1)
    await startAgain()
    await setKv({ keyType: 'q8_0' })
    expect((await ask('and on', first.id)).metrics.restored?.tokens).toBe(second.metrics.usedCells)
  })
  it('leaves its cache saved for the old weights, not for the new ones, if it is replaced before the app closes', async () => {
    const path = await loadCopy()
    const { id } = await ask('one two three')
    const [before, after] = [readFileSync(path), withOtherWeights(path)]
    writeFileSync(`${path}.new`, after)
    renameSync(`${path}.new`, path)
    await startAgain()
    expect((await ask('and on', id)).metrics.restored).toBeUndefined()
    app.models.unload()
    writeFileSync(path, before)
    await startAgain()
    expect((await ask('and on', id)).metrics.restored?.tokens).toBeGreaterThan(0)
  })
  it('is still used after it is deleted', async () => {
    const path = await loadCopy()
    const { id, metrics } = await ask('one two three')
    rmSync(path)
    expect((await app.sessions.save(id)).tokens).toBe(metrics.usedCells)
    expect((await ask('and on', id)).metrics.stopReason).toBe('end-of-text')
  })
  it('leaves no saved cache if it is overwritten, because the weights in memory are unknown', async () => {
    const path = await loadCopy()
    const { id } = await ask('one two three')
    const file = openSync(path, 'r+')
    writeSync(file, withOtherWeights(path))
    closeSync(file)
    expect(await codeOf(app.sessions.save(id))).toBe('model-file-changed')
    await app.keepSessions()
    expect(app.sessions.usage.sessions).toBe(0)
    expect(app.state.events.list.at(-1)).toMatchObject({ code: 'model-file-changed' })
  })
})

describe('saving a cache on request', () => {
  it('returns the sizes, and two requests run one after the other', async () => {
    const { id, metrics } = await ask('one two three')
    const [one, two] = await Promise.all([app.sessions.save(id), app.sessions.save(id)])
    expect(one.tokens).toBe(metrics.usedCells)
    expect(two.bytes).toBe(one.bytes)
    expect(statSync(fileOf(id)).size).toBe(one.bytes)
    expect(files()).toHaveLength(1)
  })
  it('is refused with the reason if there is nothing to save', async () => {
    const { id } = await ask('one two three')
    await ask('something else')
    expect(await codeOf(app.sessions.save(id))).toBe('session-not-held')
    expect(await codeOf(app.sessions.save('00000000-none'))).toBe('conversation-not-found')
    const { conversationId } = await app.turns.send({ conversationId: id, text: 'more', sentAtMs: Date.now() })
    expect(await codeOf(app.sessions.save(conversationId))).toBe('conversation-busy')
    await eventually(() => expect(app.state.value.turns).toEqual([]))
    app.models.unload()
    expect(await codeOf(app.sessions.save(id))).toBe('no-model-loaded')
  })
  it('keeps the earlier file and leaves no incomplete file if the disk fills up', async () => {
    const { id } = await ask('one two three')
    await app.sessions.save(id)
    const before = readFileSync(fileOf(id))
    await ask('more', id)
    backend.saveSequence = async (_id, path) => {
      writeFileSync(path, before.subarray(0, 300))
      throw coded('session-not-saved', { quoted: 'no space left on device' })
    }
    expect(await codeOf(app.sessions.save(id))).toBe('session-not-saved')
    expect(files()).toHaveLength(1)
    expect(readFileSync(fileOf(id)).equals(before)).toBe(true)
  })
  it('fails if the end of the file is missing, which a full disk can cause without an error', async () => {
    const { id } = await ask('one two three')
    await app.sessions.save(id)
    const before = readFileSync(fileOf(id))
    await ask('more', id)
    const save = backend.saveSequence.bind(backend)
    backend.saveSequence = async (conversation, path) => {
      const saved = await save(conversation, path)
      return { ...saved, bytes: saved.bytes + 100_000 }
    }
    expect(await codeOf(app.sessions.save(id))).toBe('disk-full')
    expect(files()).toHaveLength(1)
    expect(readFileSync(fileOf(id)).equals(before)).toBe(true)
  })
  it('leaves no file if the engine dies meanwhile, and the next turn works', async () => {
    const { id } = await ask('one two three')
    backend.saveSequence = () => new Promise(() => {})
    const saving = app.sessions.save(id).catch(() => 'failed')
    await new Promise((resolve) => setTimeout(resolve, 100))
    engine.die('SIGSEGV')
    expect(await saving).toBe('failed')
    expect(files()).toEqual([])
    await app.models.reload(false)
    expect((await ask('and on', id)).metrics.stopReason).toBe('end-of-text')
  })
})
