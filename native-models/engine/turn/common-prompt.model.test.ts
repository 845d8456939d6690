import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TurnMetrics, TurnRequest } from '../../../core/contract/chat/turn'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaEngine } from '../llama-engine'

const engine = new LlamaEngine()
beforeAll(async () => {
  await engine.start('cpu')
  await engine.loadModel(fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url)), 0, undefined, () => {})
})
afterAll(() => engine.unload())

const emptyContext = () =>
  engine.createContext({
    settings: { ...defaultKvSettings, threads: 1, sequences: 4, batchTokens: 64 },
    contextTokens: 2048,
    predictedBytes: null,
  })
const instructions = Array.from({ length: 300 }, (_, index) => `rule${index}`).join(' ')

interface Running {
  readonly log: TurnLog
  readonly abort: AbortController
  readonly ended: Promise<{ readonly text: string; readonly metrics: TurnMetrics }>
}

function ask(conversationId: string, question: string, change: Partial<TurnRequest> = {}): Running {
  const log = new TurnLog(`turn of ${conversationId}`, conversationId)
  const abort = new AbortController()
  const request: TurnRequest = {
    turnId: log.turnId,
    conversationId,
    messages: [
      { role: 'system', text: instructions },
      { role: 'user', text: question },
    ],
    sampling: { ...defaultSampling, temperature: 0, maxTokens: 12, ignoreEndOfText: true },
    sentAtMs: Date.now(),
    ...change,
  }
  const ended = engine.answer(request, [{ log, signal: abort.signal }]).then(() => {
    const { text, metrics, failure } = log.readFrom(turnStart).update
    if (!metrics) throw new Error(`Expected the turn to end with figures, got ${JSON.stringify(failure)}`)
    return { text, metrics }
  })
  return { log, abort, ended }
}

async function until(log: TurnLog, holds: () => boolean): Promise<void> {
  for (let cursor = turnStart; !holds() && !log.isOver; cursor = log.readFrom(cursor).cursor) await log.changedSince(cursor, undefined)
}
const updateOf = ({ log }: Running) => log.readFrom(turnStart).update

/** All conversations at the same moment, in an empty context. */
async function askTogether(questions: Readonly<Record<string, string>>, change: Partial<TurnRequest> = {}) {
  await emptyContext()
  return Promise.all(Object.entries(questions).map(([id, question]) => ask(id, question, change).ended))
}

describe('prompts that begin with the same instructions and arrive together', () => {
  const questions = { a: 'What is a cell?', b: 'Why is the sky blue?', c: 'Who counts the tokens?' }

  it('are processed once up to where they differ, and are answered as if each were alone', async () => {
    const alone = []
    for (const [id, question] of Object.entries(questions)) alone.push(...(await askTogether({ [id]: question })))
    const together = await askTogether(questions)
    expect(together.map(({ text }) => text)).toEqual(alone.map(({ text }) => text))
    const [first, ...others] = together.map(({ metrics }) => metrics)
    expect(first).toMatchObject({ reusedTokens: 0 })
    for (const { promptTokens, reusedTokens, reuse } of others) {
      expect(promptTokens - reusedTokens).toBeLessThan(30)
      expect(reuse?.source).toMatchObject({ way: 'copied', conversationId: 'a', tokens: reusedTokens })
    }
  })

  it('wait in the queue, and say for how many tokens', async () => {
    await emptyContext()
    const [a, b] = [ask('a', questions.a), ask('b', questions.b)]
    await until(b.log, () => updateOf(b).waits !== undefined)
    const { promptTokens } = (await a.ended).metrics
    expect(b.log.isOver).toBe(false)
    const { metrics } = await b.ended
    expect(updateOf(b).waits).toBeUndefined()
    expect(metrics.reusedTokens).toBeGreaterThan(promptTokens - 30)
    expect(metrics.queueMs).toBeGreaterThan(0)
  })

  it('are processed on if the first turn is stopped, from where it stopped', async () => {
    await emptyContext()
    const [a, b] = [ask('a', questions.a), ask('b', questions.b)]
    await until(a.log, () => updateOf(a).processedTokens > 0)
    expect(updateOf(b)).toMatchObject({ phase: 'queued', waits: { for: 'prompt' } })
    a.abort.abort()
    const { metrics } = await b.ended
    expect((await a.ended).metrics.stopReason).toBe('stopped')
    expect(metrics).toMatchObject({ outputTokens: 12 })
    expect(metrics.reusedTokens).toBeGreaterThanOrEqual(64)
    expect(metrics.reusedTokens).toBeLessThan(metrics.promptTokens - 100)
  })

  it('end at once if they are stopped while they wait', async () => {
    await emptyContext()
    const [a, b] = [ask('a', questions.a), ask('b', questions.b)]
    await until(b.log, () => updateOf(b).waits !== undefined)
    b.abort.abort()
    expect((await b.ended).metrics).toMatchObject({ stopReason: 'stopped', outputTokens: 0 })
    expect(a.log.isOver).toBe(false)
    await a.ended
  })

  it('are processed separately if they are private', async () => {
    const together = await askTogether(questions, { isPrivate: true })
    for (const { metrics } of together) expect(metrics).toMatchObject({ reusedTokens: 0 })
  })
})
