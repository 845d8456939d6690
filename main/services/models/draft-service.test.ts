import { copyFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { type InProcessEngine, inProcessEngine } from '../../../native-models/process/testing/in-process'
import { quantizedPocket } from '../../../native-models/testing/quantized-pocket'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { nativePath, openTestApp } from '../testing/test-app'

const quantized = await quantizedPocket()

let folder: string
let app: App
let engines: InProcessEngine[]
let asked: string[]
let refuses: boolean

function open(): App {
  return openTestApp(folder, async () => {
    const backend = new FakeEngine({ tokensPerSecond: 500, prefillTokensPerSecond: 50_000, loadMs: 10 })
    const loadDraft = backend.loadDraft.bind(backend)
    backend.loadDraft = async (path) => {
      asked.push(path)
      if (refuses) throw coded('draft-load-failed', { name: 'x.gguf', reason: { kind: 'llama.cpp', quoted: 'it was told to' } })
      return loadDraft(path)
    }
    const engine = inProcessEngine(backend)
    engines.push(engine)
    return engine
  })
}
beforeEach(async () => {
  folder = dataFolder()
  engines = []
  asked = []
  refuses = false
  app = open()
  await app.models.loadFirst()
})
afterEach(() => {
  vi.restoreAllMocks()
  app.close()
})

const draftOf = () => (app.state.value.model.status === 'ready' ? app.state.value.model.draft : undefined)
const becomes = (draft: object) => eventually(() => expect(draftOf()).toMatchObject(draft))
const add = async (path: string) => (await app.library.open(path)).id
async function save(sampling: Partial<SamplingSettings>, kv: Partial<typeof defaultKvSettings> = {}): Promise<void> {
  await app.models.changeSampling('pocket', { ...defaultSampling, ...sampling })
  await app.models.saveKv('pocket', { ...defaultKvSettings, ...kv })
}
const draftWith = async (path: string) => save({ speculation: 'draft-model', draftModelId: await add(path) })
async function answer(): Promise<string> {
  const { answer: started } = await app.turns.send({ conversationId: null, text: 'hello', sentAtMs: Date.now() })
  await eventually(() => expect(app.state.value.turns).toEqual([]))
  return app.store.messages.get(started.id).state
}

describe('a draft model', () => {
  it('is loaded for each new context', async () => {
    await draftWith(quantized)
    await becomes({ status: 'ready', file: { path: quantized } })
    expect(engines).toHaveLength(1)
    await save({ speculation: 'draft-model', draftModelId: await add(quantized) }, { keyType: 'q8_0' })
    await eventually(() => expect(app.state.value.model).toMatchObject({ status: 'ready', context: { keyType: 'q8_0' } }))
    await becomes({ status: 'ready' })
    expect(asked).toEqual([quantized, quantized])
  })
  it('is unloaded when it is switched off, and remains selected', async () => {
    await draftWith(quantized)
    await becomes({ status: 'ready' })
    const draftModelId = await add(quantized)
    await save({ speculation: 'off', draftModelId })
    await becomes({ status: 'none' })
    expect(app.modelSettings.read('pocket').sampling).toMatchObject({ speculation: 'off', draftModelId })
  })
  it('is loaded again after the engine dies, and after a restart', async () => {
    await draftWith(quantized)
    await becomes({ status: 'ready' })
    engines.at(-1)?.die('SIGSEGV')
    await eventually(() => expect(app.state.value.model.status).toBe('failed'))
    await app.models.reload(false)
    await becomes({ status: 'ready', file: { path: quantized } })
    app.close()
    app = open()
    await app.models.loadFirst()
    await becomes({ status: 'ready', file: { path: quantized } })
  })
  it('is switched off by safe settings', async () => {
    await draftWith(quantized)
    await becomes({ status: 'ready' })
    await app.models.reload(true)
    await becomes({ status: 'none' })
    expect(app.modelSettings.read('pocket').sampling.speculation).toBe('off')
  })
  it('is reported if its file is missing, and the chat works without it', async () => {
    const path = join(folder, 'copy.gguf')
    copyFileSync(quantized, path)
    await draftWith(path)
    await becomes({ status: 'ready' })
    rmSync(path)
    await app.models.load('pocket')
    await becomes({ status: 'failed', failure: { code: 'file-not-found' } })
    expect(app.state.value.notices.at(-1)).toMatchObject({ code: 'draft-not-loaded' })
    expect(await answer()).toBe('complete')
    const { draftModelId } = app.modelSettings.read('pocket').sampling
    await save({ speculation: 'draft-model', draftModelId, temperature: 1.5 })
    expect(app.modelSettings.read('pocket').sampling.temperature).toBe(1.5)
  })
  it('is reported if it has been removed from the list', async () => {
    const id = await add(quantized)
    await save({ speculation: 'draft-model', draftModelId: id })
    await becomes({ status: 'ready' })
    app.library.forget(id)
    await app.models.load('pocket')
    await becomes({ status: 'failed', failure: { code: 'model-not-found' } })
  })
  it('is reported if llama.cpp cannot load it, and the chat works without it', async () => {
    refuses = true
    await draftWith(quantized)
    await becomes({ status: 'failed', name: expect.any(String), failure: { code: 'draft-load-failed' } })
    expect(await answer()).toBe('complete')
  })
  it('is not loaded if it does not fit in memory, and the sizes are reported', async () => {
    vi.spyOn(os, 'freemem').mockReturnValue(2 ** 20)
    await draftWith(quantized)
    await becomes({ status: 'failed', failure: { code: 'draft-larger-than-memory', facts: { freeBytes: 2 ** 20 } } })
    expect(asked).toEqual([])
  })
})

describe('settings that call for a draft model', () => {
  const codeOf = async (work: Promise<unknown>) => failureOf(await work.catch((error: unknown) => error))
  it('are refused if no draft model is selected', async () => {
    expect(await codeOf(save({ speculation: 'draft-model' }))).toMatchObject({
      code: 'draft-refused',
      facts: { reason: { kind: 'none-chosen' } },
    })
    expect(app.modelSettings.read('pocket').sampling.speculation).toBe('off')
  })
  it('are refused before loading if the draft model’s vocabulary differs', async () => {
    expect(await codeOf(draftWith(nativePath('fixtures/llama-gqa.gguf')))).toMatchObject({
      code: 'draft-refused',
      facts: { reason: { kind: 'other-vocabulary' } },
    })
    expect(asked).toEqual([])
    expect(app.modelSettings.read('pocket').sampling.speculation).toBe('off')
  })
  it('are refused if the draft model has a recurrent state', async () => {
    expect(await codeOf(draftWith(nativePath('fixtures/mamba2.gguf')))).toMatchObject({
      code: 'draft-refused',
      facts: { reason: { kind: 'recurrent-state' } },
    })
  })
})

describe('a check of a draft model', () => {
  const context = { contextTokens: 2048, sequences: 2, batchTokens: 512 }
  it('states how much memory the draft model would need', async () => {
    const { failure, bill } = await app.drafts.check('pocket', await add(quantized), context)
    expect(failure).toBeNull()
    // 6 layers, 128 K and 128 V elements of 2 bytes, 2,048 cells for each of 2 sequences.
    expect(bill?.cacheBytes).toBe(6 * 2 * 128 * 2 * 2048 * 2)
    expect(bill?.weightBytes).toBeGreaterThan(5_300_000)
    expect(bill?.weightBytes).toBeLessThan(5_496_320)
    expect(bill?.computeBytes).toBeGreaterThan(0)
  })
  it('states why the draft model cannot draft', async () => {
    const { failure, bill } = await app.drafts.check('pocket', await add(nativePath('fixtures/llama-gqa.gguf')), context)
    expect(failure).toMatchObject({ code: 'draft-refused', facts: { reason: { kind: 'other-vocabulary' } } })
    expect(bill).not.toBeNull()
  })
  it('reports an unknown draft model', async () => {
    expect(await app.drafts.check('pocket', 'nobody', context)).toMatchObject({ failure: { code: 'model-not-found' }, bill: null })
  })
})
