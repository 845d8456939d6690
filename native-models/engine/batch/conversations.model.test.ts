import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { TurnMetrics, TurnRequest } from '../../../core/contract/chat/turn'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaEngine } from '../llama-engine'
import { kernels } from '../testing/lane-processor'

const engine = new LlamaEngine()
afterAll(() => engine.unload())

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))
const fixturePath = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}.gguf`, import.meta.url))
const sampling: SamplingSettings = { ...defaultSampling, temperature: 0, maxTokens: 24, ignoreEndOfText: true }

async function load(path: string, sequences: number, contextTokens = 512): Promise<boolean | undefined> {
  await engine.start('cpu')
  await engine.loadModel(path, 0, undefined, () => {})
  const settings = { ...defaultKvSettings, threads: 1, sequences, batchTokens: 64 }
  return (await engine.createContext({ settings, contextTokens, predictedBytes: null })).sharesBatches
}

interface Running {
  readonly log: TurnLog
  readonly abort: AbortController
  readonly ended: Promise<{ readonly text: string; readonly metrics: TurnMetrics }>
}

let turns = 0
function start(conversationId: string, text: string, change: Partial<SamplingSettings> = {}): Running {
  const log = new TurnLog(`t${++turns}`, conversationId)
  const abort = new AbortController()
  const request: TurnRequest = {
    turnId: log.turnId,
    conversationId,
    messages: [{ role: 'user', text }],
    sampling: { ...sampling, ...change },
    sentAtMs: Date.now(),
  }
  const ended = engine.answer(request, [{ log, signal: abort.signal }]).then(() => {
    const { text, metrics, failure } = log.readFrom(turnStart).update
    if (!metrics) throw new Error(`Expected the turn to end with figures, got ${JSON.stringify(failure)}`)
    return { text, metrics }
  })
  return { log, abort, ended }
}

/** Calls `look` after each change, until it returns true or the turn is over. */
async function watch(log: TurnLog, look: () => boolean): Promise<void> {
  let cursor = turnStart
  while (!look() && !log.isOver) {
    cursor = log.readFrom(cursor).cursor
    await log.changedSince(cursor, undefined)
  }
}

async function alone(conversationId: string, text: string, change: Partial<SamplingSettings> = {}): Promise<string> {
  const written = await start(conversationId, text, change).ended
  await engine.forget(conversationId)
  expect(written.metrics.sharedSteps).toBeUndefined()
  return written.text
}

const answersOf = (asked: readonly (readonly [conversationId: string, text: string])[]) =>
  Promise.all(asked.map(([conversationId, text]) => start(conversationId, text).ended))

const words = (count: number) => Array.from({ length: count }, (_, at) => ['the', 'cat', 'sat', 'on', 'a', 'lamp'][(at * 7) % 6]).join(' ')
const questions = {
  a: 'Tell me a tiny story about a cat and a lamp.',
  b: `Tell me another story. ${words(60)}`,
  c: 'What is a cell?',
}

const latent = ['deepseek2-mla', 'deepseek32-dsa']
const withStates = ['mamba2', 'falcon-h1', 'lfm2-swa']
const models = {
  pocket: pocketPath,
  ...Object.fromEntries(
    ['gemma3', 'mamba2', 'falcon-h1', 'deepseek2-mla', 'lfm2-swa', 'minimax-m3-msa', 'deepseek32-dsa', 'deepseek4'].map((name) => [
      name,
      fixturePath(name),
    ]),
  ),
}

/**
 * The second prompt is longer than a batch, so its slices are in batches with tokens of the first answer. The length of a slice depends on
 * timing, and random weights have no likely tokens, so a rounding difference can change the text: mixed-batches.model.test.ts compares
 * probabilities.
 */
describe.each(Object.entries(models))('three conversations of %s at the same time', (name, path) => {
  it('are answered together or in turn, and report the steps that they shared', async () => {
    const sharesBatches = await load(path, 3)
    expect(sharesBatches).toBe(![...latent, ...(kernels === 'AMX' ? withStates : [])].includes(name))
    const [a, b, c] = await answersOf(Object.entries(questions))
    for (const written of [a, b, c])
      expect(written?.metrics).toMatchObject({ stopReason: 'token-limit', outputTokens: 24, sharedSteps: { steps: expect.any(Number) } })
    expect(a?.metrics.sharedSteps?.otherTurns).toBe(2)
    expect(a?.metrics.sharedSteps?.otherPromptTokens).toBeGreaterThan(50)
  })
})

describe('three conversations of the embedded model', () => {
  it('get the answers that they get alone', async () => {
    await load(pocketPath, 3)
    const expected: string[] = []
    for (const [conversationId, text] of Object.entries(questions)) expected.push(await alone(conversationId, text))
    expect((await answersOf(Object.entries(questions))).map(({ text }) => text)).toEqual(expected)
  })
})

describe('a long prompt next to an answer', () => {
  it.each([
    ['in shared batches', pocketPath],
    ['in turn', fixturePath('deepseek2-mla')],
  ])('is processed in slices, with a token of the answer between two slices (%s)', async (_, path) => {
    await load(path, 2, 2048)
    const answer = start('a', questions.a, { maxTokens: null })
    await watch(answer.log, () => answer.log.outputCount > 2)
    const prompt = start('b', words(400), { maxTokens: 1 })
    const seen: { readonly processed: number; readonly written: number }[] = []
    await watch(prompt.log, () => {
      const { processedTokens: processed } = prompt.log.readFrom(turnStart).update
      if (processed > (seen.at(-1)?.processed ?? 0)) seen.push({ processed, written: answer.log.outputCount })
      return false
    })
    answer.abort.abort()
    const { metrics } = await answer.ended
    expect((await prompt.ended).metrics.outputTokens).toBe(1)
    expect(metrics.stopReason).toBe('stopped')
    expect(seen.length).toBeGreaterThan(4)
    for (const [at, { written }] of seen.entries())
      if (at > 0) expect(written).toBeGreaterThan((seen[at - 1] as (typeof seen)[number]).written)
  })
})

describe('stopping one of two conversations', () => {
  it('does not change the other', async () => {
    await load(pocketPath, 2)
    const expected = await alone('a', questions.a)
    const a = start('a', questions.a)
    const c = start('c', questions.c, { maxTokens: null })
    await watch(c.log, () => c.log.outputCount > 3)
    c.abort.abort()
    expect((await c.ended).metrics.stopReason).toBe('stopped')
    expect((await a.ended).text).toBe(expected)
  })
  it('works while the stopped conversation’s prompt is processed', async () => {
    await load(pocketPath, 2, 2048)
    const expected = await alone('a', questions.a)
    const a = start('a', questions.a)
    const b = start('b', words(900))
    await watch(b.log, () => b.log.readFrom(turnStart).update.processedTokens > 0)
    b.abort.abort()
    const { metrics } = await b.ended
    expect(metrics).toMatchObject({ stopReason: 'stopped', outputTokens: 0 })
    expect((await a.ended).text).toBe(expected)
  })
})

describe('answers of different kinds', () => {
  it('share batches: plain, with drafts, and bound to a grammar', async () => {
    await load(pocketPath, 3)
    const draft: Partial<SamplingSettings> = { speculation: 'prompt-lookup', maxTokens: 60 }
    const bound: Partial<SamplingSettings> = { grammar: { kind: 'gbnf', text: 'root ::= [a-z ]+' }, maxTokens: 30 }
    const repeated = 'Tell me a tiny story. Tell me a tiny story. Tell me a tiny story.'
    const expected = [await alone('a', questions.a), await alone('b', repeated, draft), await alone('c', questions.c, bound)]
    const running = [start('a', questions.a), start('b', repeated, draft), start('c', questions.c, bound)]
    const written = await Promise.all(running.map(({ ended }) => ended))
    expect(written.map(({ text }) => text)).toEqual(expected)
    expect(written[2]?.text).toMatch(/^[a-z ]+$/)
    expect(written[1]?.metrics.speculation?.drafted).toBeGreaterThan(0)
    for (const { metrics } of written) expect(metrics.sharedSteps?.steps).toBeGreaterThan(1)
  })
})

describe('a conversation without a free sequence', () => {
  it('waits, and says what it waits for', async () => {
    await load(pocketPath, 1)
    const a = start('a', questions.a, { maxTokens: null })
    await watch(a.log, () => a.log.outputCount > 0)
    const c = start('c', questions.c)
    await watch(c.log, () => c.log.readFrom(turnStart).update.waits !== undefined)
    expect(c.log.readFrom(turnStart).update).toMatchObject({
      phase: 'queued',
      waits: { for: 'sequences', wanted: 1, idle: 0, sequences: 1 },
    })
    a.abort.abort()
    await a.ended
    expect((await c.ended).metrics.sharedSteps).toBeUndefined()
    expect(c.log.readFrom(turnStart).update.waits).toBeUndefined()
  })
})
