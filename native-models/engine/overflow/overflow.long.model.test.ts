import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PromptMessage, TurnMetrics } from '../../../core/contract/chat/turn'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { OverflowRequest } from '../../../core/contract/settings/overflow'
import { defaultOverflow } from '../../../core/contract/settings/overflow-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaEngine } from '../llama-engine'

const engine = new LlamaEngine()
beforeAll(() => engine.start('cpu'))
afterAll(() => engine.unload())

async function load(file: string, settings: Partial<KvSettings> = {}) {
  await engine.loadModel(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 0, undefined, () => {})
  return engine.createContext({
    settings: { ...defaultKvSettings, threads: 1, batchTokens: 128, ...settings },
    contextTokens: 512,
    predictedBytes: null,
  })
}

const words = 'one two three four five six seven eight nine ten '
const ask = (index: number): PromptMessage => ({ role: 'user', text: `Question ${index}: ${words.repeat(3)}` })
const answer = (index: number): PromptMessage => ({ role: 'assistant', text: `Answer ${index}: ${words}` })
const system: PromptMessage = { role: 'system', text: 'Be brief and kind.' }
const conversation = (exchanges: number): PromptMessage[] => [
  system,
  ...Array.from({ length: exchanges }, (_, index) => [ask(index), answer(index)]).flat(),
  ask(exchanges),
]

async function turn(messages: PromptMessage[], overflow: Partial<OverflowRequest>, maxTokens = 4) {
  const log = new TurnLog('t', 'c')
  const sampling = { ...defaultSampling, temperature: 0, maxTokens, ignoreEndOfText: true }
  const request = { turnId: 't', conversationId: 'c', messages, sampling, sentAtMs: Date.now() }
  const policy = { ...defaultOverflow, pinned: [], ...overflow }
  await engine.answer({ ...request, overflow: policy }, [{ log, signal: new AbortController().signal }])
  const { metrics, marks, text } = log.readFrom(turnStart).update
  return { metrics: metrics as TurnMetrics, marks, text }
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => failureOf(error)?.code,
  )

/**
 * A saved state: "ggsq", version, token count, tokens; streams, cells; per cell the position, the number of sequences and their ids.
 * Source: `state_write_meta`, src/llama-kv-cache.cpp.
 */
async function positionsInCells(): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-cells-'))
  try {
    await engine.saveSequence('c', join(folder, 'state'), [])
    const state = readFileSync(join(folder, 'state'))
    let at = 12 + 4 * state.readUInt32LE(8) + 4
    const cells = state.readUInt32LE(at)
    at += 4
    return Array.from({ length: cells }, () => {
      const position = state.readInt32LE(at)
      at += 8 + 4 * state.readUInt32LE(at + 4)
      return position
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const reportedPositions = (): number[] =>
  [...(engine.sampleCaches()[0]?.runs ?? [])]
    .sort((a, b) => a.cell - b.cell)
    .flatMap(({ position, cells }) => Array.from({ length: cells }, (_, index) => position + index))

describe('the engine, with full attention,', () => {
  beforeAll(() => load('pocket/pocket-f16.gguf'))

  it('refuses a prompt that is too long if the policy is to stop', async () => {
    expect(await codeOf(turn(conversation(12), { policy: 'stop' }))).toBe('prompt-too-long')
  })
  it('drops the oldest turns, keeps the cells of the others, and reports which turns were dropped', async () => {
    await engine.forget('c')
    let exchanges = 0
    let first: Awaited<ReturnType<typeof turn>> | undefined
    while (!first?.metrics.overflow && exchanges < 20) first = await turn(conversation(++exchanges), { policy: 'drop-oldest' })
    const { metrics, marks } = first as Awaited<ReturnType<typeof turn>>
    expect(metrics.overflow?.messages.slice(0, 2)).toEqual([1, 2])
    expect(marks.filter(({ kind }) => kind === 'evicted')).toEqual([
      { afterToken: 0, kind: 'evicted', value: metrics.overflow?.droppedTokens },
    ])
    expect(metrics.processedTokens).toBeLessThan(180)
    expect(metrics.promptTokens).toBeLessThanOrEqual(512 * 0.75)
    const next = await turn(conversation(exchanges + 1), { policy: 'drop-oldest' })
    expect(next.metrics.overflow).toBeUndefined()
    expect(next.metrics.reusedTokens).toBeGreaterThan(200)
    expect(next.metrics.processedTokens).toBeLessThan(180)
  })
  it('keeps a pinned message together with its turn', async () => {
    await engine.forget('c')
    const { metrics } = await turn(conversation(9), { policy: 'drop-oldest', pinned: [2] })
    expect(metrics.overflow?.messages.slice(0, 2)).toEqual([3, 4])
  })
  it('keeps the first and last tokens during a long answer, and marks every chunk that it evicts', async () => {
    await engine.forget('c')
    const { metrics, marks } = await turn([ask(0)], { policy: 'sink-recency', recentTokens: 200 }, 1500)
    expect(metrics).toMatchObject({ stopReason: 'token-limit', outputTokens: 1500 })
    const evicted = marks.filter(({ kind }) => kind === 'evicted')
    expect(evicted.length).toBeGreaterThanOrEqual(3)
    for (const { value } of evicted) expect(value).toBeGreaterThan(250)
    expect(evicted.reduce((sum, { value }) => sum + value, 0)).toBe(metrics.overflow?.droppedTokens)
    expect(metrics.usedCells).toBeLessThanOrEqual(512)
    const [sample] = engine.sampleCaches()
    expect(sample?.spans.at(-1)?.to).toBe(sample?.tokens)
    expect(sample?.gaps).toEqual([{ at: 4, tokens: metrics.overflow?.leftOutTokens }])
    expect(sample?.runs?.length).toBeGreaterThan(1)
    expect(reportedPositions()).toEqual(await positionsInCells())
  })
  it('processes no token again if the policy keeps only the last tokens', async () => {
    await engine.forget('c')
    const { metrics } = await turn([ask(0)], { policy: 'sink-recency', sinkTokens: 0, recentTokens: 200 }, 1500)
    expect(metrics).toMatchObject({ stopReason: 'token-limit', outputTokens: 1500 })
    expect(metrics.overflow?.droppedTokens).toBeGreaterThan(1000)
    expect(metrics.overflow?.repeatedTokens).toBeUndefined()
    expect(engine.sampleCaches()[0]?.gaps).toEqual([{ at: 0, tokens: metrics.overflow?.leftOutTokens }])
    expect(reportedPositions()).toEqual(await positionsInCells())
  })
  it('reports the same cell for each token as llama.cpp’s saved state, turn after turn', async () => {
    await engine.forget('c')
    let pieces = 0
    for (let exchanges = 1; exchanges < 14; exchanges++) {
      // Every third turn changes the last question.
      const asked = exchanges % 3 === 0 ? [...conversation(exchanges).slice(0, -1), ask(100 + exchanges)] : conversation(exchanges)
      await turn(asked, { policy: 'drop-oldest' })
      expect(reportedPositions()).toEqual(await positionsInCells())
      pieces = Math.max(pieces, engine.sampleCaches()[0]?.runs?.length ?? 0)
    }
    expect(pieces).toBeGreaterThan(1)
  })
  it('drops the oldest turns when an answer fills the context, and continues the answer', async () => {
    await engine.forget('c')
    const { metrics } = await turn(conversation(3), { policy: 'drop-oldest' }, 400)
    expect(metrics.overflow?.messages.slice(0, 2)).toEqual([1, 2])
    expect(metrics.outputTokens).toBeGreaterThan(300)
  })
  it('refuses to keep so many first and last tokens that no room is left, and refuses a message longer than the context', async () => {
    expect(await codeOf(turn([ask(0)], { policy: 'sink-recency', recentTokens: 500 }))).toBe('overflow-no-room')
    const long: PromptMessage = { role: 'user', text: words.repeat(60) }
    for (const policy of ['sink-recency', 'drop-oldest'] as const) expect(await codeOf(turn([long], { policy }))).toBe('prompt-too-long')
  })
})

describe('when the context overflows,', () => {
  it.each([
    ['fixtures/gemma3.gguf', 'sliding-window', {}],
    ['fixtures/mamba2.gguf', 'recurrent-state', {}],
    ['fixtures/falcon-h1.gguf', 'recurrent-state', {}],
    ['fixtures/deepseek2-mla.gguf', 'latent-attention', {}],
    ['fixtures/minimax-m3-msa.gguf', 'other-memory', {}],
  ] as const)(
    'the engine refuses to keep only the first and last tokens if cells cannot be moved, and processes kept tokens again after it drops turns: %s',
    async (file, reason, settings) => {
      const report = await load(file, settings)
      expect(report.shiftRefusal).toBe(reason)
      expect(await codeOf(turn([ask(0)], { policy: 'sink-recency' }))).toBe('overflow-refused')
      const short = (exchanges: number) => conversation(exchanges).map(({ role, text }) => ({ role, text: text.slice(0, 40) }))
      let exchanges = 2
      let last = await turn(short(exchanges), { policy: 'drop-oldest' })
      while (!last.metrics.overflow && exchanges < 20) last = await turn(short(++exchanges), { policy: 'drop-oldest' })
      expect(last.metrics.overflow?.messages.slice(0, 2)).toEqual([1, 2])
      expect(last.metrics.reuse?.cause).toBe('overflow')
      expect(last.metrics.stopReason).toBe('token-limit')
    },
  )
  it('a sliding-window model with a full-size cache keeps only the first and last tokens, and processes none of them again', async () => {
    expect((await load('fixtures/gemma3.gguf', { swaFullCache: true })).shiftRefusal).toBeNull()
    const { metrics } = await turn([{ role: 'user', text: 'Hello.' }], { policy: 'sink-recency', recentTokens: 200 }, 1500)
    expect(metrics.stopReason).toBe('token-limit')
    expect(metrics.overflow?.droppedTokens).toBeGreaterThan(1000)
    // The cells of the first tokens were overwritten, but the window has 100 tokens, so no later token attends to them.
    expect(metrics.overflow?.repeatedTokens).toBeUndefined()
    expect(reportedPositions()).toEqual(await positionsInCells())
  })
  it('a sliding-window model processes kept tokens again if the window includes overwritten cells, and reports how many', async () => {
    await engine.forget('c')
    const { metrics } = await turn([{ role: 'user', text: 'Hello.' }], { policy: 'sink-recency', recentTokens: 60 }, 1500)
    expect(metrics.stopReason).toBe('token-limit')
    expect(metrics.overflow?.repeatedTokens).toBeGreaterThan(0)
    expect(reportedPositions()).toEqual(await positionsInCells())
  })
  it('a sliding-window model answers an edited message correctly after the cells of the first tokens were overwritten', async () => {
    await engine.forget('c')
    const stream: Partial<OverflowRequest> = { policy: 'sink-recency', recentTokens: 200 }
    await turn([{ role: 'user', text: 'Hello. What is new?' }], stream, 1500)
    const edited: PromptMessage[] = [{ role: 'user', text: 'Hello. What is old?' }]
    const back = await turn(edited, stream, 60)
    await engine.forget('c')
    expect(back.metrics.reusedTokens).toBe(0)
    expect(back.text).toBe((await turn(edited, stream, 60)).text)
  })
})
