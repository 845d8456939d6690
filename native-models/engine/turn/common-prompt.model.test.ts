import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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
/** llama.cpp must not be in a batch when the context is replaced, even if an expectation failed. */
const running: Running[] = []
afterEach(async () => {
  for (const { abort } of running) abort.abort()
  await Promise.allSettled(running.splice(0).map(({ ended }) => ended))
})

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

const requestOf = (turnId: string, conversationId: string, question: string): TurnRequest => ({
  turnId,
  conversationId,
  messages: [
    { role: 'system', text: instructions },
    { role: 'user', text: question },
  ],
  sampling: { ...defaultSampling, temperature: 0, maxTokens: 12, ignoreEndOfText: true },
  sentAtMs: Date.now(),
})

function ask(conversationId: string, question: string, change: Partial<TurnRequest> = {}): Running {
  const log = new TurnLog(`turn of ${conversationId}`, conversationId)
  const abort = new AbortController()
  const request = { ...requestOf(log.turnId, conversationId, question), ...change }
  const ended = engine.answer(request, [{ log, signal: abort.signal }]).then(() => {
    const { text, metrics, failure } = log.readFrom(turnStart).update
    if (!metrics) throw new Error(`Expected the turn to end with figures, got ${JSON.stringify(failure)}`)
    return { text, metrics }
  })
  running.push({ log, abort, ended })
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

  it('are processed further by the second turn if the first one is stopped, and the third one waits for it', async () => {
    await emptyContext()
    const [a, b, c] = [ask('a', questions.a), ask('b', questions.b), ask('c', questions.c)]
    await until(a.log, () => updateOf(a).processedTokens > 0)
    for (const waiting of [b, c]) expect(updateOf(waiting)).toMatchObject({ phase: 'queued', waits: { for: 'prompt' } })
    a.abort.abort()
    const [second, third] = [(await b.ended).metrics, (await c.ended).metrics]
    expect((await a.ended).metrics.stopReason).toBe('stopped')
    expect(second.reusedTokens).toBeGreaterThanOrEqual(64)
    expect(second.reusedTokens).toBeLessThan(second.promptTokens - 100)
    expect(third.promptTokens - third.reusedTokens).toBeLessThan(30)
    expect(third.reuse?.source).toMatchObject({ way: 'copied', conversationId: 'b' })
  })

  it('are copied up to the last token if they are equal', async () => {
    await emptyContext()
    const [a, b] = [ask('a', questions.a), ask('b', questions.a)]
    const metrics = (await b.ended).metrics
    expect(metrics.reusedTokens).toBe(metrics.promptTokens - 1)
    expect((await b.ended).text).toBe((await a.ended).text)
  })

  it('are copied for a turn with several answers, too', async () => {
    await emptyContext()
    const a = ask('a', questions.a)
    const logs = [new TurnLog('first answer', 'b'), new TurnLog('second answer', 'b')]
    const handles = logs.map((log) => ({ log, signal: new AbortController().signal }))
    await engine.answer(requestOf('first answer', 'b', questions.b), handles)
    await a.ended
    for (const log of logs)
      expect(log.readFrom(turnStart).update.metrics?.reuse?.source).toMatchObject({ way: 'copied', conversationId: 'a' })
  })

  it('are copied one after the other, with a token of a running answer between two copies', async () => {
    await emptyContext()
    const running = ask('r', '', {
      messages: [{ role: 'user', text: 'Tell me a tiny story.' }],
      sampling: { ...requestOf('', '', '').sampling, maxTokens: null },
    })
    await until(running.log, () => running.log.outputCount > 0)
    const [a, ...others] = [ask('a', questions.a), ask('b', questions.b), ask('c', questions.c)]
    const counts = await Promise.all(
      others.map(async (other) => {
        await until(other.log, () => updateOf(other).phase === 'prefill')
        return running.log.outputCount
      }),
    )
    running.abort.abort()
    for (const { metrics } of await Promise.all(others.map(({ ended }) => ended))) expect(metrics.reuse?.source?.way).toBe('copied')
    await a?.ended
    expect(counts[1]).toBeGreaterThan(counts[0] as number)
  })

  it('do not count what the other turn did as shared steps, and subtract the wait from the time saved', async () => {
    await emptyContext()
    const [a, b] = [ask('a', questions.a), ask('b', questions.b)]
    await until(b.log, () => updateOf(b).waits !== undefined)
    const { metrics } = await b.ended
    await a.ended
    expect(metrics.sharedSteps?.otherPromptTokens ?? 0).toBeLessThan(64)
    // Without the wait, it saved about as much time as it waited.
    expect(metrics.reuse?.source?.savedMs).toBeLessThan(metrics.queueMs / 2)
  })

  it('end at once if they are stopped while they wait, and their conversation keeps its cells', async () => {
    await emptyContext()
    const short = { messages: [{ role: 'user', text: 'Tell me a tiny story about a cat and a lamp.' } as const] }
    await ask('b', '', short).ended
    const [a, b] = [ask('a', questions.a), ask('b', questions.b)]
    await until(b.log, () => updateOf(b).waits !== undefined)
    b.abort.abort()
    expect((await b.ended).metrics).toMatchObject({ stopReason: 'stopped', outputTokens: 0 })
    expect(a.log.isOver).toBe(false)
    await a.ended
    const { metrics } = await ask('b', '', short).ended
    expect(metrics.reusedTokens).toBe(metrics.promptTokens - 1)
  })

  it('do not wait if the prompt is too long for the context', async () => {
    await emptyContext()
    const a = ask('a', questions.a)
    const log = new TurnLog('too long', 'b')
    const long = requestOf('too long', 'b', Array.from({ length: 2500 }, () => 'cat').join(' '))
    await expect(engine.answer(long, [{ log, signal: new AbortController().signal }])).rejects.toThrow('prompt-too-long')
    expect(a.log.readFrom(turnStart).update.phase).toBe('prefill')
    await a.ended
  })

  it('are processed separately if they are private', async () => {
    const together = await askTogether(questions, { isPrivate: true })
    for (const { metrics } of together) expect(metrics).toMatchObject({ reusedTokens: 0 })
  })
})
