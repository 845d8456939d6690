import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { localVariants } from '../../../core/compare/on-server'
import { suiteFiguresOf } from '../../../core/compare/suite/suite-figures'
import type { ComparePlan, CompareRun } from '../../../core/contract/compare/compare-runs'
import type { LocalTask } from '../../../core/contract/compare/compare-tasks'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { KvType } from '../../../core/contract/settings/kv-types'
import { describeFailure } from '../../../core/copy/failures'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { type InProcessEngine, inProcessEngine } from '../../../native-models/process/testing/in-process'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

const pocketPath = fileURLToPath(new URL('../../../native-models/pocket/pocket-f16.gguf', import.meta.url))

let folder: string
let app: App
let engines: InProcessEngine[]
let loads: number
let measured: LocalTask[]
let onLoad: () => void
let onMeasure: (task: LocalTask, engine: InProcessEngine) => void | Promise<void>
let onAnswer: () => void | Promise<void>

function open(): App {
  return openTestApp(folder, async () => {
    const backend = new FakeEngine({ tokensPerSecond: 500, prefillTokensPerSecond: 50_000, loadMs: 5, taskMs: 1 })
    const engine = inProcessEngine(backend)
    const measure = backend.measure.bind(backend)
    backend.measure = async (task, signal, onProgress) => {
      if (task.kind === 'server') throw new Error('Expected a task for this machine')
      measured.push(task)
      await onMeasure(task, engine)
      return measure(task, signal, onProgress)
    }
    const answer = backend.answer.bind(backend)
    backend.answer = async (...request) => {
      await onAnswer()
      return answer(...request)
    }
    const loadModel = backend.loadModel.bind(backend)
    backend.loadModel = async (...request) => {
      loads++
      onLoad()
      return loadModel(...request)
    }
    engines.push(engine)
    return engine
  })
}
beforeEach(async () => {
  folder = dataFolder()
  engines = []
  loads = 0
  measured = []
  onMeasure = () => {}
  onAnswer = () => {}
  onLoad = () => {}
  app = open()
  await app.models.loadFirst()
})
afterEach(() => {
  vi.restoreAllMocks()
  app.close()
})

const kv = (keyType: KvType, valueType: KvType = keyType, more: Partial<KvSettings> = {}): KvSettings => ({
  ...defaultKvSettings,
  keyType,
  valueType,
  ...more,
})
const tg = { prompt: 0, generated: 16, depth: 0 }
const plan = (more: Partial<ComparePlan> = {}): ComparePlan => ({
  modelId: 'pocket',
  title: '',
  variants: [kv('f16'), kv('q8_0'), kv('q4_0')],
  speed: { tests: [{ prompt: 64, generated: 0, depth: 0 }, tg], repetitions: 2, warmUp: true },
  latency: null,
  quality: null,
  passkey: null,
  answers: null,
  cacheless: null,
  ...more,
})
const idle = () => eventually(() => expect(app.state.value.compareRunId).toBeNull())
async function run(wanted: ComparePlan): Promise<CompareRun> {
  const runId = await app.compare.start(wanted)
  await idle()
  return app.compare.history.read(runId)
}
async function failureOfWork(work: () => unknown) {
  try {
    await work()
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}
const codeOf = async (work: () => unknown) => (await failureOfWork(work))?.code
function gate(at: number) {
  let go = () => {}
  const reached = new Promise<LocalTask>((resolve) => {
    onMeasure = (task) => {
      if (measured.length !== at) return
      resolve(task)
      return new Promise<void>((free) => {
        go = free
      })
    }
  })
  return { reached, go: () => go() }
}

describe('a run', () => {
  it('measures every cell in rounds, with all repetitions, and is stored', async () => {
    const done = await run(plan())
    expect(done).toMatchObject({ state: 'done', cells: 6, done: 6, failed: 0, title: 'f16, q8_0, q4_0', modelName: 'Pocket' })
    expect(measured.map(({ settings, kind }) => `${kind} ${settings.keyType}`).slice(0, 3)).toEqual([
      'speed f16',
      'speed q8_0',
      'speed q4_0',
    ])
    expect(measured).toHaveLength(12)
    expect(measured[6]).toEqual(measured[5])
    expect(done.results.map(({ result }) => (result?.kind === 'speed' ? result.samplesNs.length : 0))).toEqual([2, 2, 2, 2, 2, 2])
    expect(done.engine?.backend).toBe('fake')
    expect(done.model).toMatchObject({ description: 'fake model', sizeBytes: 10_174_464, vocabularyTokens: 2566 })
    app.close()
    app = open()
    expect(app.compare.history.list()).toMatchObject([{ id: done.id, state: 'done', done: 6 }])
    expect(app.compare.history.read(done.id)).toEqual(done)
  })
  it('loads the model once for settings that differ only in their caches', async () => {
    loads = 0
    await run(plan())
    await eventually(() => expect(loads).toBe(2))
  })
  it('measures every setting with the same number of threads, chosen with the first setting', async () => {
    await run(plan())
    // Prefill and decode each choose their threads in their first test.
    expect(measured.slice(0, 6).map(({ settings }) => settings.threads)).toEqual(['auto', 1, 1, 'auto', 1, 1])
    expect(new Set(measured.slice(6).map(({ settings }) => settings.threads))).toEqual(new Set([1]))
  })
  it('measures quality on a bundled text, latency, recall, answers, and speed without a cache', async () => {
    const done = await run(
      plan({
        speed: null,
        quality: { text: { source: 'bundled', name: 'story' }, chunkTokens: 128, maxChunks: 4 },
        latency: { prompt: 'Say something.', outputTokens: 8, turns: 2, limits: { ttftMs: 500, itlMs: 50 } },
        passkey: { promptTokens: 128, depths: [0, 1], trials: 2 },
        answers: { prompts: ['Who are you?'], maxTokens: 8 },
        cacheless: { prompt: 'Once', tokens: 4 },
      }),
    )
    expect(done).toMatchObject({ state: 'done', cells: 16, done: 16 })
    const [quality] = measured.filter((task) => task.kind === 'quality')
    expect(quality?.text).toContain('White Rabbit')
    const cells = done.results.filter(({ part }) => part === 'quality')
    expect(cells.map(({ task }) => task.kind === 'quality' && task.text)).toEqual(['', '', ''])
    expect(cells[0]?.result).toMatchObject({ kind: 'quality', divergence: { max: 0 }, topAgreement: { value: 1 } })
  })
  it('measures tool calls and JSON answers of the suite', async () => {
    const done = await run(plan({ speed: null, toolCalls: { prompts: 12 }, schemas: { prompts: 10 } }))
    expect(done).toMatchObject({ state: 'done', cells: 9, done: 9 })
    const answers = done.results.flatMap(({ result }) =>
      result?.kind === 'tool-calls' || result?.kind === 'schemas' ? [result.answers.length] : [],
    )
    expect(answers).toEqual([12, 12, 12, 10, 10, 10, 10, 10, 10])
    expect(suiteFiguresOf(done.results, 0).toolCalls).toMatchObject({ prompts: 12, sameCall: null })
    expect(suiteFiguresOf(done.results, 2).toolCalls?.sameCall).toBeLessThan(12)
    expect(suiteFiguresOf(done.results, 2).schemasWithGrammar).toMatchObject({ prompts: 10, valid: 10 })
  })
  it('stores the user’s own text, which another run can use', async () => {
    const quality = {
      text: { source: 'own' as const, name: 'mine.txt', text: 'My own words. '.repeat(400) },
      chunkTokens: 64,
      maxChunks: 2,
    }
    const first = await run(plan({ speed: null, quality }))
    expect(first.plan?.quality?.text).toEqual({ source: 'run', runId: first.id, name: 'mine.txt' })
    const second = await run(first.plan as ComparePlan)
    app.compare.remove(first.id)
    await run(second.plan as ComparePlan)
    const texts = new Set(measured.map((task) => task.kind === 'quality' && task.text))
    expect(texts).toEqual(new Set([quality.text.text]))
  })
})

describe('the chat', () => {
  it('refuses messages during a benchmark, and gets its model back afterwards', async () => {
    const { reached, go } = gate(1)
    const runId = await app.compare.start(plan())
    await reached
    expect(app.state.value).toMatchObject({ compareRunId: runId, model: { status: 'none' }, engine: { status: 'stopped' } })
    const send = () => app.turns.send({ conversationId: null, text: 'hello', sentAtMs: Date.now() })
    expect(await failureOfWork(send)).toEqual({ code: 'compare-busy', facts: { runId } })
    expect(app.store.conversations.list()).toEqual([])
    expect(() => app.state.assertNotComparing()).toThrow('compare-busy')
    go()
    await idle()
    await eventually(() => expect(app.state.value.model.status).toBe('ready'))
    await send()
    await eventually(() => expect(app.state.value.turns).toEqual([]))
  })
  it('does not let a benchmark start while it writes an answer', async () => {
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    onAnswer = () => finished
    const { conversationId } = await app.turns.send({ conversationId: null, text: 'hello', sentAtMs: Date.now() })
    expect(await failureOfWork(() => app.compare.start(plan()))).toEqual({ code: 'conversation-busy', facts: { conversationId } })
    expect(app.compare.history.list()).toEqual([])
    finish()
    await eventually(() => expect(app.state.value.turns).toEqual([]))
  })
})

describe('a plan', () => {
  it('is refused with its number of measurements if it has too many', async () => {
    const variants = Array.from({ length: 100 }, () => kv('f16'))
    const tests = Array.from({ length: 100 }, (_, depth) => ({ prompt: 0, generated: 1, depth }))
    const grid = plan({ variants, speed: { tests, repetitions: 1, warmUp: false } })
    const refusal = await failureOfWork(() => app.compare.start(grid))
    expect(refusal?.code).toBe('compare-plan-refused')
    expect(refusal && describeFailure(refusal)).toContain('10,000 measurements')
    expect(await failureOfWork(() => app.compare.check(grid))).toEqual(refusal)
  })
  it('is refused without a measurement, a model, or a usable text', async () => {
    expect(await codeOf(() => app.compare.start(plan({ speed: null })))).toBe('compare-plan-refused')
    expect(await codeOf(() => app.compare.start(plan({ modelId: 'gone' })))).toBe('model-not-found')
    const about = (text: string) => plan({ quality: { text: { source: 'own', name: 'x.txt', text }, chunkTokens: 64, maxChunks: null } })
    expect(await codeOf(() => app.compare.start(about('  \n')))).toBe('compare-plan-refused')
    const binary = await failureOfWork(() => app.compare.check(about('GGUF\u0003\u0000\u0000')))
    expect(binary && describeFailure(binary)).toContain('not plain text')
    const unknown = plan({ quality: { text: { source: 'bundled', name: 'bible' }, chunkTokens: 64, maxChunks: null } })
    expect(await codeOf(() => app.compare.start(unknown))).toBe('compare-plan-refused')
    expect(app.compare.history.list()).toEqual([])
  })
  it('may contain a setting that llama.cpp refuses: the check names it, its cells fail, and the others run', async () => {
    const variants = [kv('f16'), kv('f16', 'q8_0', { flashAttention: 'off' })]
    expect(await app.compare.check(plan({ variants }))).toMatchObject({
      cells: 4,
      refused: [
        { variant: 1, failure: { code: 'settings-refused', facts: { reason: { kind: 'quantized-value-needs-flash-attention' } } } },
      ],
    })
    expect(await run(plan({ variants }))).toMatchObject({ state: 'done', done: 2, failed: 2 })
    expect(measured.every(({ settings }) => settings.valueType === 'f16')).toBe(true)
    expect(await codeOf(() => app.compare.start(plan({ variants: variants.slice(1) })))).toBe('compare-plan-refused')
  })
  it('is refused if it measures quality and its reference setting cannot work', async () => {
    const variants = [kv('f16', 'q8_0', { flashAttention: 'off' }), kv('f16')]
    const quality = { text: { source: 'bundled' as const, name: 'story' }, chunkTokens: 64, maxChunks: 1 }
    const refusal = await failureOfWork(() => app.compare.start(plan({ variants, quality })))
    expect(refusal && describeFailure(refusal)).toContain('reference')
  })
})

describe('a failure in one cell', () => {
  it('is stored with its reason, and the other cells are measured', async () => {
    onMeasure = ({ settings }) => {
      if (settings.keyType === 'q8_0') throw coded('compare-task-failed', { reason: { kind: 'error', quoted: 'a test said so' } })
    }
    const done = await run(plan())
    expect(done).toMatchObject({ state: 'done', done: 4, failed: 2 })
    expect(done.results[1]).toMatchObject({
      state: 'failed',
      failure: { code: 'compare-task-failed', facts: { reason: { kind: 'error', quoted: 'a test said so' } } },
    })
    expect(measured.filter(({ settings }) => settings.keyType === 'q8_0')).toHaveLength(2)
    expect(app.state.value.notices).toEqual([])
    expect(app.state.events.list.filter(({ code }) => code === 'compare-cells-failed')).toHaveLength(2)
  })
  it('does not discard the cell’s earlier samples if the engine dies, and a new engine measures the rest', async () => {
    onMeasure = ({ settings }, engine) => {
      if (settings.keyType === 'q4_0' && measured.length > 6) engine.die('SIGSEGV')
    }
    const done = await run(plan())
    expect(done).toMatchObject({ state: 'done', done: 4, failed: 2 })
    const [, , died] = done.results
    expect(died).toMatchObject({
      state: 'failed',
      failure: { code: 'engine-gone', facts: { reason: { kind: 'signal', signal: 'SIGSEGV' } } },
    })
    expect(died?.result?.kind === 'speed' && died.result.samplesNs).toHaveLength(1)
    expect(engines.length).toBeGreaterThanOrEqual(4)
  })
  it('does not end the run if it is a bug in the engine', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    onMeasure = () => {
      if (measured.length === 1) throw new Error('Expected something else')
    }
    const done = await run(plan())
    expect(done).toMatchObject({ done: 5, failed: 1 })
    expect(done.results[0]?.failure?.code).toBe('compare-task-failed')
    expect(logged).toHaveBeenCalled()
  })
})

it('a failure that affects all cells is logged once', async () => {
  loads = 0
  onLoad = () => {
    if (loads === 1) throw coded('model-load-failed', { path: 'pocket.gguf', quoted: 'a test said so' })
  }
  const done = await run(plan())
  expect(done).toMatchObject({ state: 'done', done: 0, failed: 6 })
  expect(done.results[5]?.failure?.code).toBe('model-load-failed')
  expect(measured).toEqual([])
  expect(app.state.events.list.filter(({ code }) => code === 'compare-cells-failed')).toMatchObject([{ facts: { cells: 6 } }])
})

describe('a benchmark', () => {
  it('leaves the machine to the chat while it is paused, and then continues without repeating measurements', async () => {
    const { reached, go } = gate(5)
    const runId = await app.compare.start(plan())
    await reached
    app.compare.pause(runId)
    go()
    await idle()
    expect(app.compare.history.read(runId)).toMatchObject({ state: 'paused', endedAt: null })
    expect(measured).toHaveLength(5)
    await eventually(() => expect(app.state.value.model.status).toBe('ready'))
    await app.compare.resume(runId)
    await idle()
    expect(app.compare.history.read(runId)).toMatchObject({ state: 'done', done: 6 })
    expect(measured).toHaveLength(12)
  })
  it.each([1, 4, 12])('keeps its results if it is canceled at measurement %i', async (at) => {
    const { reached, go } = gate(at)
    const runId = await app.compare.start(plan())
    await reached
    const ended = app.compare.cancel(runId)
    go()
    await ended
    const cut = app.compare.history.read(runId)
    expect(cut.state).toBe('cancelled')
    expect(cut.results.every(({ state }) => state === 'cancelled' || state === 'done')).toBe(true)
    const samples = cut.results.reduce((sum, { result }) => sum + (result?.kind === 'speed' ? result.samplesNs.length : 0), 0)
    expect(samples).toBe(at - 1)
    await app.compare.resume(runId)
    await idle()
    expect(app.compare.history.read(runId)).toMatchObject({ state: 'done', done: 6 })
    expect(measured).toHaveLength(13)
  })
  it('can be canceled while it is paused, without starting an engine', async () => {
    const { reached, go } = gate(2)
    const runId = await app.compare.start(plan())
    await reached
    app.compare.pause(runId)
    go()
    await idle()
    await app.compare.cancel(runId)
    expect(app.compare.history.read(runId)).toMatchObject({ state: 'cancelled' })
    expect(measured).toHaveLength(2)
  })
  it('prevents the start of a second benchmark while it runs', async () => {
    const { reached, go } = gate(1)
    const asked = app.compare.start(plan())
    expect(await codeOf(() => app.compare.start(plan()))).toBe('compare-busy')
    await reached
    const runId = await asked
    expect(await failureOfWork(() => app.compare.start(plan()))).toEqual({ code: 'compare-busy', facts: { runId } })
    expect(await codeOf(() => app.compare.remove(runId))).toBe('compare-busy')
    go()
    await idle()
  })
  it('cannot be continued once it is done', async () => {
    const { id } = await run(plan())
    expect(await codeOf(() => app.compare.resume(id))).toBe('compare-plan-refused')
  })
})

describe('a stored run', () => {
  it('is marked as interrupted if the app was closed, keeps its results, and can be continued', async () => {
    const { reached } = gate(8)
    const runId = await app.compare.start(plan())
    await reached
    app.close()
    onMeasure = () => {}
    app = open()
    expect(app.compare.history.read(runId)).toMatchObject({ state: 'interrupted' })
    expect(app.state.value.notices.map(({ code }) => code)).toContain('compare-interrupted')
    await app.compare.resume(runId)
    await idle()
    expect(app.compare.history.read(runId)).toMatchObject({ state: 'done', done: 6 })
    expect(measured).toHaveLength(8 + 5)
  })
  it('cannot be continued on another machine, because the figures would not be comparable', async () => {
    const { reached, go } = gate(2)
    const runId = await app.compare.start(plan())
    await reached
    const ended = app.compare.cancel(runId)
    go()
    await ended
    const before = app.compare.history.read(runId)
    app.store.compareRuns.save({ ...before, machine: { ...before.machine, cores: 999 } }, [])
    const refusal = await failureOfWork(() => app.compare.resume(runId))
    expect(refusal && describeFailure(refusal)).toContain('this machine has changed')
  })
  it('can be renamed, counted and removed, and is deleted with all data', async () => {
    const { id } = await run(plan())
    app.compare.history.rename(id, 'Before the update')
    expect(app.compare.history.list()).toMatchObject([{ id, title: 'Before the update' }])
    expect((await app.data.usage()).compareRuns).toBe(1)
    app.compare.remove(id)
    expect(app.compare.history.list()).toEqual([])
    const { reached, go } = gate(measured.length + 1)
    await app.compare.start(plan())
    await reached
    const deleted = app.data.deleteEverything()
    go()
    await deleted
    expect(app.compare.history.list()).toEqual([])
    expect((await app.data.usage()).compareRuns).toBe(0)
  })
})

describe('every action on a run', () => {
  it('is refused if no run has the id', async () => {
    for (const ask of [
      () => app.compare.history.read('x'),
      () => app.compare.pause('x'),
      () => app.compare.resume('x'),
      () => app.compare.cancel('x'),
      () => app.compare.history.rename('x', 'y'),
      () => app.compare.remove('x'),
    ])
      expect(await codeOf(ask)).toBe('compare-run-not-found')
  })
})

describe('a run on a full disk', () => {
  it('stays in memory, and is written once there is room', async () => {
    const save = app.store.compareRuns.save.bind(app.store.compareRuns)
    let isFull = false
    vi.spyOn(app.store.compareRuns, 'save').mockImplementation((...given) => {
      if (isFull) throw coded('disk-full', { path: folder })
      save(...given)
    })
    onMeasure = () => {
      if (measured.length === 3) isFull = true
    }
    const done = await run(plan())
    expect(done).toMatchObject({ state: 'done', done: 6 })
    expect(app.state.value.notices.filter(({ code }) => code === 'compare-not-stored')).toHaveLength(1)
    expect(app.store.compareRuns.read(done.id)).toMatchObject({ state: 'running' })
    expect(app.compare.history.list()).toMatchObject([{ state: 'done', done: 6 }])
    isFull = false
    await eventually(() => expect(app.store.compareRuns.read(done.id)).toEqual(done))
  })

  it('is not created if its plan does not fit', async () => {
    const [size] = app.store.database.all<{ page_count: number }>('PRAGMA page_count')
    app.store.database.pragma(`max_page_count = ${size?.page_count}`)
    const long = plan({ quality: { text: { source: 'own', name: 'x', text: 'word '.repeat(50_000) }, chunkTokens: 64, maxChunks: 1 } })
    expect(await codeOf(() => app.compare.start(long))).toBe('disk-full')
    expect(app.compare.history.list()).toEqual([])
    expect(app.state.value.compareRunId).toBeNull()
    app.store.database.pragma('max_page_count = 1000000')
    expect(await run(plan())).toMatchObject({ state: 'done' })
  })
})

describe('a search for fast settings', () => {
  it('is stored as a run with its table and proposals, and as the model’s last search', async () => {
    expect(app.compare.history.lastTuning('pocket')).toBeNull()
    const runId = await app.compare.tune({ modelId: 'pocket', title: 'Fast settings', depth: 256, settings: kv('q8_0') })
    await idle()
    const found = app.compare.history.read(runId)
    expect(found).toMatchObject({ kind: 'tune', state: 'done', title: 'Fast settings' })
    expect(found.proposals.map(({ goal }) => goal)).toEqual(['prefill', 'decode'])
    const tried = localVariants(found.plan?.variants ?? [])
    expect(new Set(tried.map(({ threads }) => threads))).toEqual(new Set(['auto', 1, 2]))
    expect(new Set(tried.map(({ flashAttention }) => flashAttention))).toEqual(new Set(['auto']))
    expect(found.results.length).toBeGreaterThan(6)
    expect(found.results.every(({ part, state }) => part === 'tune' && state === 'done')).toBe(true)
    for (const { cell, settings, tokensPerSecond } of found.proposals) {
      const measuredCell = found.results[cell]
      expect(measuredCell?.task).toMatchObject({ settings })
      expect(tokensPerSecond.mean).toBeGreaterThan(0)
    }
    expect(app.compare.history.lastTuning('pocket')).toMatchObject({ runId, depth: 256, proposals: found.proposals })
  })
  it('ends immediately if it is canceled, without a proposal', async () => {
    const { reached, go } = gate(6)
    const runId = await app.compare.tune({ modelId: 'pocket', title: 'Fast settings', depth: 0, settings: kv('f16') })
    await reached
    const ended = app.compare.cancel(runId)
    go()
    await ended
    expect(app.compare.history.read(runId)).toMatchObject({ state: 'cancelled', proposals: [] })
    expect(app.compare.history.lastTuning('pocket')).toBeNull()
  })
  it('does not propose settings that make the engine die', async () => {
    onMeasure = ({ settings }, engine) => {
      if (settings.threads === 2) engine.die('SIGABRT')
    }
    const runId = await app.compare.tune({ modelId: 'pocket', title: 'Fast settings', depth: 0, settings: kv('f16') })
    await idle()
    const found = app.compare.history.read(runId)
    expect(found).toMatchObject({ state: 'done' })
    expect(found.failed).toBeGreaterThan(0)
    expect(found.proposals.every(({ settings }) => settings.threads !== 2)).toBe(true)
  })
})

describe('a search for the cheapest types', () => {
  const quality = { text: { source: 'bundled' as const, name: 'story' }, chunkTokens: 64, maxChunks: 1 }
  const search = (maxNats: number) =>
    plan({ variants: [kv('f16'), kv('q8_0')], quality, gate: { maxNats, maxRecallLoss: null, isSearch: true } })

  it('measures only quality, adds the pairs that it tries, and is the model’s last search after a restart', async () => {
    const done = await run(search(1e6))
    expect(done).toMatchObject({ state: 'done', failed: 0 })
    expect(new Set(measured.map(({ kind }) => kind))).toEqual(new Set(['quality']))
    expect(done.plan?.variants.length).toBe(done.results.length)
    const found = await app.compare.history.lastTypeSearch('pocket')
    expect(found).toMatchObject({ runId: done.id, isCurrent: true, limits: { maxNats: 1e6, maxRecallLoss: null }, reference: kv('f16') })
    expect(['q4_0', 'iq4_nl']).toContain(found?.cheapest?.settings.keyType)
    app.close()
    app = open()
    expect(await app.compare.history.lastTypeSearch('pocket')).toEqual(found)
  })
  it('has no result before it runs, and finds no pair within an impossible limit', async () => {
    expect(await app.compare.history.lastTypeSearch('pocket')).toBeNull()
    await run(search(0))
    const found = await app.compare.history.lastTypeSearch('pocket')
    expect(found?.cheapest).toBeNull()
  })
  it('is out of date once the model file has changed', async () => {
    const path = join(folder, 'copy.gguf')
    copyFileSync(pocketPath, path)
    const { id } = await app.library.open(path)
    await run({ ...search(1e6), modelId: id })
    expect((await app.compare.history.lastTypeSearch(id))?.isCurrent).toBe(true)
    const bytes = readFileSync(path)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    writeFileSync(path, bytes)
    expect((await app.compare.history.lastTypeSearch(id))?.isCurrent).toBe(false)
  })
})

describe('a pair of settings', () => {
  it('is found in the last run that measured one setting against the other, even after a restart', async () => {
    expect(await app.compare.history.measuredPair('pocket', kv('f16'), kv('q4_0'))).toBeNull()
    const done = await run(plan())
    const found = await app.compare.history.measuredPair('pocket', kv('f16'), kv('q4_0'))
    expect(found).toEqual({ run: done, variant: 2 })
    expect(await app.compare.history.measuredPair('pocket', kv('q8_0'), kv('q4_0'))).toBeNull()
    expect(await app.compare.history.measuredPair('pocket', kv('f16'), kv('q4_0', 'q4_0', { threads: 3 }))).toBeNull()
    app.close()
    app = open()
    expect((await app.compare.history.measuredPair('pocket', kv('f16'), kv('q4_0')))?.run.id).toBe(done.id)
  })
})
