import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { ProcessEnd } from '../../../core/contract/errors/process-end'
import type { Recording } from '../../../core/contract/lab/lab'
import type { LabMessage } from '../../../core/lab/lab-process'
import type { LabChild } from '../../lab/lab-process'
import { AppStateHolder } from '../common/app-state'
import { LabService } from './lab-service'

class MadeChild implements LabChild {
  readonly asked: { id: number; topic: string; question: unknown }[] = []
  isKilled = false
  private listener: (message: LabMessage) => void = () => {}
  private exit: (end: ProcessEnd) => void = () => {}

  send(question: unknown): void {
    this.asked.push(question as MadeChild['asked'][number])
  }
  onMessage(listener: (message: LabMessage) => void): void {
    this.listener = listener
    queueMicrotask(() => listener({ type: 'ready' }))
  }
  onExit(listener: (end: ProcessEnd) => void): void {
    this.exit = listener
  }
  kill(): void {
    this.isKilled = true
  }
  die(): void {
    this.exit({ kind: 'signal', signal: 'SIGSEGV', quoted: null })
  }
  refuse(): void {
    this.listener({
      type: 'failure',
      id: this.asked.at(-1)?.id ?? 0,
      failure: { code: 'lab-text-too-long', facts: { textTokens: 9, contextTokens: 8 } },
    })
  }
  answer(answer: unknown): void {
    this.listener({ type: 'answer', id: this.asked.at(-1)?.id ?? 0, answer: answer as Recording })
  }
  tell(share: number): void {
    this.listener({ type: 'progress', id: this.asked.at(-1)?.id ?? 0, share, work: { kind: 'head-geometry' } })
  }
}

let state: AppStateHolder
let children: MadeChild[]
let lab: LabService
beforeEach(() => {
  state = new AppStateHolder()
  children = []
  lab = new LabService(library, '/pocket.gguf', state, startLab, '/none')
})

const library = {
  get: async (modelId: string) => {
    throw coded('model-not-found', { modelId })
  },
}
const startLab = () => {
  const child = new MadeChild()
  children.push(child)
  return child
}

const experiment = { name: 'kv-types', seed: 7, modelId: null } as const
const lane = { policy: 'h2o', fault: 'none' } as const
const question = {
  modelId: null,
  question: 'Hello',
  lanes: [lane, lane] as [typeof lane, typeof lane],
  mode: 'query-aware' as const,
  budgetTokens: 32,
  answerTokens: 4,
}
const result = { ...experiment, model: null, rows: [] }
const head = { recordingId: 'r', lane: 0, layer: 0, queryHead: 0 } as const
const soon = () => new Promise((resolve) => setTimeout(resolve, 5))
const child = () => children.at(-1) as MadeChild

async function recorded(signal?: AbortSignal) {
  const next = lab.record(question, 0, signal)
  await next()
  await soon()
  child().answer({ id: 'r' })
  expect(await next()).toMatchObject({ type: 'done' })
  return next
}

describe('a search for the smallest budgets', () => {
  const search = { name: 'smallest-budget', seed: 7, modelId: null } as const
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'headroom-lab-'))
    copyFileSync(new URL('../../../native-models/fixtures/llama-gqa.gguf', import.meta.url), join(folder, 'model.gguf'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is found after a restart, and is out of date once the model file has changed', async () => {
    const path = join(folder, 'model.gguf')
    const open = () => new LabService(library, path, state, startLab, join(folder, 'data'))
    lab = open()
    expect(await lab.smallestBudgets(null, 7)).toBeNull()
    const next = lab.experiment(search, 0, undefined)
    await next()
    await vi.waitFor(() => expect(child().asked).toHaveLength(1))
    const found = { name: 'smallest-budget', model: 'A', seed: 7, rows: [{ policy: 'h2o', budgetTokens: 80, loss: null }] }
    child().answer(found)
    expect(await next()).toEqual({ type: 'done', result: found })
    expect(await open().smallestBudgets(null, 7)).toMatchObject({ isCurrent: true, result: found })
    expect(await open().smallestBudgets(null, 8)).toBeNull()
    const bytes = readFileSync(path)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    writeFileSync(path, bytes)
    expect(await open().smallestBudgets(null, 7)).toMatchObject({ isCurrent: false, result: found })
    rmSync(path)
    expect(await open().smallestBudgets(null, 7)).toMatchObject({ isCurrent: false })
  })
  it('is not found for a model that is not in the list', async () => {
    await expect(lab.smallestBudgets('none', 7)).rejects.toMatchObject({ failure: { code: 'model-not-found' } })
  })
})

describe('an experiment', () => {
  it('reports its progress, then its result, and ends its process', async () => {
    const next = lab.experiment(experiment, 0, undefined)
    expect(await next()).toMatchObject({ type: 'progress', share: 0 })
    await soon()
    expect(child().asked[0]).toMatchObject({
      topic: 'experiment',
      question: { experiment: 'kv-types', modelPath: '/pocket.gguf', seed: 7 },
    })
    child().tell(0.5)
    expect(await next()).toEqual({ type: 'progress', share: 0.5, work: { kind: 'head-geometry' } })
    child().answer(result)
    expect(await next()).toMatchObject({ type: 'done', result: { name: 'kv-types' } })
    expect(await next()).toBeUndefined()
    expect(child().isKilled).toBe(true)
  })
  it('is canceled when its window closes', async () => {
    const leaving = new AbortController()
    await lab.experiment(experiment, 0, leaving.signal)()
    await soon()
    leaving.abort()
    expect(child().isKilled).toBe(true)
    const next = lab.experiment(experiment, 0, undefined)
    expect(await next()).toMatchObject({ type: 'progress' })
    await soon()
    expect(children).toHaveLength(2)
  })
  it('starts no process for an unknown model', async () => {
    const next = lab.experiment({ ...experiment, modelId: 'none' }, 0, undefined)
    await next()
    expect(failureOf(await next().catch((error: unknown) => error))).toEqual({ code: 'model-not-found', facts: { modelId: 'none' } })
    expect(children).toEqual([])
  })
  it('fails with lab-ended if its process dies', async () => {
    const next = lab.experiment(experiment, 0, undefined)
    await next()
    await soon()
    child().die()
    expect(failureOf(await next().catch((error: unknown) => error))?.code).toBe('lab-ended')
  })
})

describe('the Lab', () => {
  it('refuses a second job while another one runs, and names the first job', async () => {
    await lab.experiment(experiment, 0, undefined)()
    await soon()
    const second = lab.record(question, 0, undefined)
    await second()
    expect(failureOf(await second().catch((error: unknown) => error))).toEqual({ code: 'lab-busy', facts: { experiment: 'kv-types' } })
  })
  it('keeps a recording available during an experiment', async () => {
    await recorded()
    const experimenting = lab.experiment(experiment, 0, undefined)
    await experimenting()
    await soon()
    const [keeper, computer] = children as [MadeChild, MadeChild]
    const looked = lab.look({ ...head, step: 3 })
    await soon()
    keeper.answer('seen')
    expect(await looked).toBe('seen')
    computer.answer(result)
    expect(await experimenting()).toMatchObject({ type: 'done' })
    expect(children.map(({ isKilled }) => isKilled)).toEqual([false, true])
  })
  it('replaces a kept recording with a new one, and notifies the window of the old recording', async () => {
    const next = await recorded()
    await lab.record(question, 0, undefined)()
    await soon()
    expect(children.map(({ isKilled }) => isKilled)).toEqual([true, false])
    expect(await next()).toEqual({ type: 'closed', because: 'replaced' })
    expect(await next()).toBeUndefined()
  })
})

describe('a recording', () => {
  it('can be viewed until its window closes', async () => {
    const leaving = new AbortController()
    await recorded(leaving.signal)
    const looked = lab.look({ ...head, step: 3 })
    await soon()
    expect(child().asked.at(-1)).toMatchObject({ topic: 'look', question: { step: 3 } })
    child().answer('seen')
    expect(await looked).toBe('seen')
    leaving.abort()
    expect(child().isKilled).toBe(true)
    await expect(lab.attention(head)).rejects.toThrow(expect.objectContaining({ failure: { code: 'lab-recording-gone', facts: {} } }))
  })
  it('ends its process if it is refused, so that the next job can start', async () => {
    const next = lab.record(question, 0, undefined)
    await next()
    await soon()
    child().refuse()
    expect(failureOf(await next().catch((error: unknown) => error))?.code).toBe('lab-text-too-long')
    expect(child().isKilled).toBe(true)
    const again = lab.record(question, 0, undefined)
    await again()
    await soon()
    child().answer({ id: 'r' })
    expect(await again()).toMatchObject({ type: 'done' })
  })
  it('rejects a pending request with lab-recording-gone when it closes', async () => {
    const leaving = new AbortController()
    await recorded(leaving.signal)
    const looked = lab.look({ ...head, step: 3 })
    leaving.abort()
    await expect(looked).rejects.toThrow(expect.objectContaining({ failure: { code: 'lab-recording-gone', facts: {} } }))
  })
  it('cannot be viewed if it was never made', async () => {
    await expect(lab.look({ ...head, step: 0 })).rejects.toThrow(
      expect.objectContaining({ failure: { code: 'lab-recording-gone', facts: {} } }),
    )
  })
})

describe('a benchmark', () => {
  it('prevents jobs of the Lab while it runs', async () => {
    state.update({ compareRunId: 'run' })
    const next = lab.experiment(experiment, 0, undefined)
    await next()
    expect(failureOf(await next().catch((error: unknown) => error))).toEqual({ code: 'compare-busy', facts: { runId: 'run' } })
    expect(children).toEqual([])
  })
  it('ends the running job and closes the recording when it starts', async () => {
    const computing = lab.experiment(experiment, 0, undefined)
    await computing()
    await soon()
    state.update({ compareRunId: 'run' })
    expect(failureOf(await computing().catch((error: unknown) => error))?.code).toBe('compare-busy')
    expect(child().isKilled).toBe(true)
    state.update({ compareRunId: null })
    const kept = await recorded()
    const second = lab.experiment(experiment, 0, undefined)
    await second()
    await soon()
    state.update({ compareRunId: 'run' })
    expect(await kept()).toEqual({ type: 'closed', because: 'benchmark' })
    expect(failureOf(await second().catch((error: unknown) => error))?.code).toBe('compare-busy')
    expect(children.every(({ isKilled }) => isKilled)).toBe(true)
  })
})
