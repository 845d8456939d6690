import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { PromptMessage, TurnMetrics, TurnRequest } from '../../../core/contract/chat/turn'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { defaultOverflow } from '../../../core/contract/settings/overflow-defaults'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaEngine } from '../llama-engine'
import { kernels } from '../testing/lane-processor'

const engine = new LlamaEngine()
afterAll(() => engine.unload())

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))
const fixturePath = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}.gguf`, import.meta.url))
const question: PromptMessage[] = [{ role: 'user', text: 'Tell me a tiny story about a cat and a lamp.' }]
const sampling: SamplingSettings = { ...defaultSampling, temperature: 1.2, topK: 0, topP: 1, minP: 0.02, seed: 11, maxTokens: 24 }

async function load(
  path: string,
  sequences: number,
  { contextTokens = 512, ...kv }: Partial<Omit<KvSettings, 'contextTokens'>> & { contextTokens?: number } = {},
): Promise<void> {
  await engine.start('cpu')
  await engine.loadModel(path, 0, undefined, () => {})
  await engine.createContext({ settings: { ...defaultKvSettings, threads: 1, sequences, ...kv }, contextTokens, predictedBytes: null })
}

interface Written {
  readonly text: string
  readonly metrics: TurnMetrics
}
function written(log: TurnLog): Written {
  const { text, metrics, failure } = log.readFrom(turnStart).update
  if (!metrics) throw new Error(`Expected the turn to end with figures, got ${JSON.stringify(failure)}`)
  return { text, metrics }
}

type Change = Partial<Pick<TurnRequest, 'sampling' | 'overflow'>>

let turns = 0
/** `stop` lists answers to stop after their first token. */
async function together(count: number, conversationId = 'c', stop: readonly number[] = [], change: Change = {}): Promise<Written[]> {
  const turnIds = Array.from({ length: count }, () => `t${++turns}`)
  const answers = turnIds.map((turnId) => ({ log: new TurnLog(turnId, conversationId), abort: new AbortController() }))
  const request = { turnIds, conversationId, messages: question, sampling, sentAtMs: Date.now(), ...change }
  const stopped = stop.map(async (index) => {
    const { log, abort } = answers[index] as (typeof answers)[number]
    let { cursor } = log.readFrom(turnStart)
    while (log.outputCount === 0) {
      await log.changedSince(cursor, undefined)
      cursor = log.readFrom(cursor).cursor
    }
    abort.abort()
  })
  await engine.answer(
    request,
    answers.map(({ log, abort }) => ({ log, signal: abort.signal })),
  )
  await Promise.all(stopped)
  return answers.map(({ log }) => written(log))
}
async function alone(seed: number, messages = question, conversationId = 'c', change: Change = {}): Promise<Written> {
  const log = new TurnLog(`t${++turns}`, conversationId)
  const wished = { ...sampling, ...change.sampling, seed }
  const request = { turnId: log.turnId, conversationId, messages, sentAtMs: Date.now(), ...change, sampling: wished }
  await engine.answer(request, [{ log, signal: new AbortController().signal }])
  return written(log)
}

const models = {
  pocket: pocketPath,
  ...Object.fromEntries(
    ['gemma3', 'mamba2', 'falcon-h1', 'deepseek2-mla', 'lfm2-swa', 'minimax-m3-msa', 'deepseek32-dsa', 'deepseek4'].map((name) => [
      name,
      fixturePath(name),
    ]),
  ),
}

const latent = ['deepseek2-mla', 'deepseek32-dsa']
const withStates = ['mamba2', 'falcon-h1', 'lfm2-swa']

/**
 * With flash attention, llama.cpp splits the attention of a single token among its threads. From one thread to two, that changes ln p of this model
 * by up to 0.013 (measured on a processor with AMX), which is enough for another token.
 */
const dependsOnThreads = ['deepseek4']

/** A GPU sums a batch of several sequences in another order than one sequence, so a sampled token can differ (seen on an H100). */
const sumsAlike = it.skipIf(process.env.HEADROOM_LANE_BACKEND)

describe.each(Object.entries(models))('four answers of %s from one prefill', (name, path) => {
  sumsAlike('equal the answers of separate turns with the same seeds, and report what they share', async () => {
    await load(path, 4, dependsOnThreads.includes(name) ? { flashAttention: 'off' } : {})
    const answers = await together(4)
    const separate: Written[] = []
    for (const seed of [11, 12, 13, 14]) {
      await engine.forget('c')
      separate.push(await alone(seed))
    }
    expect(answers.map(({ text }) => text)).toEqual(separate.map(({ text }) => text))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(4)
    const processed = separate.map(({ metrics }) => metrics.processedTokens)
    for (const [index, { metrics }] of answers.entries()) {
      expect(metrics.processedTokens).toBe(processed[index])
      expect(metrics.shared?.answers).toBe(4)
      expect(metrics.shared?.cellBytes).toBeGreaterThan(0)
      expect(metrics.shared?.inOneBatch).toBe(![...latent, ...(kernels === 'AMX' ? withStates : [])].includes(name))
    }
  })
})

/**
 * llama.cpp's order of summation depends on the number of sequences, so long answers can differ from those of separate turns. `npm run
 * bench:cache -- --only equal` measures how often.
 */
describe('long answers from one prefill', () => {
  const long: Change = { sampling: { ...sampling, maxTokens: 600, ignoreEndOfText: true } }
  const seeded = (seed: number): Change => ({ sampling: { ...sampling, ...long.sampling, seed } })
  const inRoom = { contextTokens: 1024 }
  it('do not depend on the other answers or on their order', async () => {
    await load(pocketPath, 4, inRoom)
    const [, ...later] = await together(4, 'c', [], seeded(11))
    await engine.forget('c')
    const next = await together(4, 'c', [], seeded(12))
    expect(later.map(({ text }) => text)).toEqual(next.slice(0, 3).map(({ text }) => text))
    expect(next.map(({ metrics }) => metrics.outputTokens)).toEqual([600, 600, 600, 600])
  })
  it('equal the answer of a separate turn if only one is requested', async () => {
    await load(pocketPath, 1, inRoom)
    const [single] = await together(1, 'c', [], seeded(11))
    await engine.forget('c')
    expect((await alone(11, question, 'c', long)).text).toBe(single?.text)
  })
})

describe('continuing one of the answers', () => {
  it('reuses the cells of the selected answer', async () => {
    await load(pocketPath, 3)
    const answers = await together(3)
    for (const pick of [2, 0]) {
      const { text, metrics } = answers[pick] as Written
      const path: PromptMessage[] = [...question, { role: 'assistant', text }, { role: 'user', text: 'And then?' }]
      const next = await alone(1, path)
      expect(next.metrics.reusedTokens).toBe(metrics.promptTokens + metrics.outputTokens - 1)
    }
  })
})

describe('stopping one of several answers', () => {
  sumsAlike('does not change the others', async () => {
    // Without the second answer, llama.cpp evaluates the others one by one and rounds differently. With this model and these types, that changes no token.
    await load(fixturePath('llama-gqa'), 3, { flashAttention: 'off', keyType: 'f32', valueType: 'f32' })
    for (const seed of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const change: Change = { sampling: { ...sampling, seed } }
      const whole = await together(3, 'a', [], change)
      await engine.forget('a')
      const [first, second, third] = await together(3, 'a', [1], change)
      await engine.forget('a')
      expect(second?.metrics.stopReason).toBe('stopped')
      expect(whole[1]?.text.startsWith(second?.text ?? '?')).toBe(true)
      expect([first?.text, third?.text]).toEqual([whole[0]?.text, whole[2]?.text])
    }
  })
})

describe('answers longer than the context', () => {
  const long = { ...sampling, maxTokens: 900, ignoreEndOfText: true }
  it('end when the context is full', async () => {
    await load(pocketPath, 2)
    for (const { metrics } of await together(2, 'c', [], { sampling: long })) {
      expect(metrics).toMatchObject({ stopReason: 'context-full', usedCells: 512 })
      expect(metrics.overflow).toBeUndefined()
    }
  })
  it('continue if the policy makes room, each with its own gaps', async () => {
    await load(pocketPath, 2)
    const change: Change = { sampling: long, overflow: { ...defaultOverflow, policy: 'sink-recency', recentTokens: 200, pinned: [] } }
    const answers = await together(2, 'c', [], change)
    const samples = engine.sampleCaches()
    for (const [index, { metrics }] of answers.entries()) {
      expect(metrics).toMatchObject({ stopReason: 'token-limit', outputTokens: 900 })
      expect(metrics.overflow?.droppedTokens).toBeGreaterThan(500)
      expect(samples[index]?.gaps).toEqual([{ at: 4, tokens: metrics.overflow?.leftOutTokens }])
      expect(samples[index]?.shared).toBeNull()
    }
    await engine.forget('c')
    const [single] = await together(1, 'c', [], change)
    await engine.forget('c')
    expect((await alone(11, question, 'c', change)).text).toBe(single?.text)
  })
})

describe('cells that several sequences share', () => {
  it('are reported for the sequences that still have them', async () => {
    await load(pocketPath, 3)
    const [first] = await together(3)
    const prompt = (first as Written).metrics.promptTokens
    expect(engine.sampleCaches().map(({ shared, turnId }) => [shared?.tokens, shared?.sequences, turnId])).toEqual([
      [prompt, [1, 2], `t${turns - 2}`],
      [prompt, [0, 2], `t${turns - 1}`],
      [prompt, [0, 1], `t${turns}`],
    ])
    await alone(5, [{ role: 'user', text: 'Something else.' }], 'other')
    const others = engine.sampleCaches().filter(({ conversationId }) => conversationId === 'c')
    expect(others.map(({ shared }) => [shared?.tokens, shared?.sequences])).toEqual([
      [prompt, [others[1]?.sequence]],
      [prompt, [others[0]?.sequence]],
    ])
    expect(engine.sampleCaches().find(({ conversationId }) => conversationId === 'other')?.shared).toBeNull()
  })
})

describe('the first token of an answer', () => {
  const one = { sampling: { ...sampling, maxTokens: 1 } }
  const steps = async (answer: () => Promise<unknown>) => {
    const { calls } = engine.decodes
    await answer()
    return engine.decodes.calls - calls
  }
  it('comes with the batch that evaluates the prompt’s last token, for one answer and for several', async () => {
    await load(pocketPath, 3)
    expect(await steps(() => alone(3, question, 'c', one))).toBe(1)
    expect(await steps(() => together(3, 'd', [], one))).toBe(1)
    expect(await steps(() => alone(3, question, 'e', { sampling: { ...one.sampling, speculation: 'prompt-lookup' } }))).toBe(1)
  })
  it('comes with the last slice of a prompt that is longer than a batch', async () => {
    await load(pocketPath, 1, { batchTokens: 16 })
    let written: Written | undefined
    const calls = await steps(async () => (written = await alone(3, question, 'c', one)))
    const { promptTokens, outputTokens } = (written as Written).metrics
    expect([calls, outputTokens]).toEqual([Math.ceil(promptTokens / 16), 1])
  })
  it('comes with the last token alone if a checkpoint is taken before it', async () => {
    await load(fixturePath('mamba2'), 1)
    expect(await steps(() => alone(3, question, 'c', one))).toBe(2)
  })
  it('can fail for all answers, and the engine answers the next request', async () => {
    await load(pocketPath, 3)
    // llama.cpp finds no token for it, and says so while it samples.
    const impossible = { sampling: { ...sampling, grammar: { kind: 'gbnf', text: 'root ::= "\\x00"' } } } as const
    for (let round = 0; round < 40; round++) await expect(together(3, 'c', [], impossible)).rejects.toThrow()
    expect((await together(3, 'd')).map(({ metrics }) => metrics.outputTokens)).toEqual([24, 24, 24])
  })
  it('is the last one if prompt and answer fill the context', async () => {
    await load(pocketPath, 1, { contextTokens: 256 })
    const { promptTokens } = (await alone(3, question, 'c', one)).metrics
    const text = ` a`.repeat(256 - promptTokens)
    const { metrics } = await alone(3, [{ role: 'user', text: `${question[0]?.text}${text}` }], 'd')
    expect(metrics).toMatchObject({ promptTokens: 256, outputTokens: 1, usedCells: 256, stopReason: 'context-full' })
  })
})

describe('a request for more answers than sequences', () => {
  it('is refused with both numbers', async () => {
    await load(pocketPath, 2)
    const refusal = failureOf(catchError(() => engine.assertSequences(3)))
    expect(refusal).toEqual({ code: 'answers-refused', facts: { reason: 'too-few-sequences', answers: 3, sequences: 2 } })
  })
})

function catchError(work: () => void): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('Expected a refusal')
}
