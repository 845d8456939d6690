import { expect, it } from 'vitest'
import { coded } from '../../core/contract/errors/coded-error'
import { figuresOf } from '../../core/load/figures'
import { usage } from '../../core/load/testing/records'
import type { StreamEvent } from '../../core/remote/stream-events'
import type { LoadClock } from './clock'
import { loadRequest } from './load-request'
import { runLoad } from './run-load'
import type { LoadJob, Send } from './send-job'

/** Time passes only when everything waits. */
class FakeClock implements LoadClock {
  private ms = 1000
  private readonly waits: { readonly atMs: number; readonly wake: () => void }[] = []
  readonly now = (): number => this.ms
  readonly until = (atMs: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
      this.waits.push({ atMs, wake: resolve })
      setImmediate(() => this.wakeNext())
    })
  private wakeNext(): void {
    this.waits.sort((left, right) => left.atMs - right.atMs)
    const next = this.waits.shift()
    if (!next) return
    this.ms = Math.max(this.ms, next.atMs)
    next.wake()
  }
}

const jobs = (count: number, dueMs: (index: number) => number | null = () => null): LoadJob[] =>
  Array.from({ length: count }, (_, index) => ({
    request: loadRequest('m', [{ role: 'user', text: String(index) }], 3),
    index,
    plannedPromptTokens: 1,
    plannedOutputTokens: 3,
    dueMs: dueMs(index),
  }))

/** The first text comes after 100 ms, and two more after 10 ms each. */
function answering(clock: FakeClock, seen: string[] = [], inFlight = { now: 0, most: 0 }): Send {
  return async function* (request, signal): AsyncGenerator<StreamEvent> {
    seen.push(request.messages[0]?.role === 'user' ? request.messages[0].text : '')
    inFlight.most = Math.max(inFlight.most, ++inFlight.now)
    try {
      let atMs = clock.now()
      for (const gap of [100, 10, 10]) {
        atMs += gap
        await clock.until(atMs, signal)
        signal.throwIfAborted()
        yield { type: 'text', text: 'a', atMs }
      }
      yield { type: 'finish', reason: 'length', atMs }
      yield { type: 'usage', usage: usage(7, 3), atMs }
    } finally {
      inFlight.now--
    }
  }
}

const never = new AbortController().signal

it('a closed loop keeps as many requests open as its concurrency, and sends each request once', async () => {
  const clock = new FakeClock()
  const seen: string[] = []
  const inFlight = { now: 0, most: 0 }
  const records = await runLoad({ jobs: jobs(7), concurrency: 3 }, { send: answering(clock, seen, inFlight), clock, signal: never })
  expect(seen).toEqual(['0', '1', '2', '3', '4', '5', '6'])
  expect(inFlight.most).toBe(3)
  expect(records.requests.map(({ index, sentMs }) => [index, sentMs])).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 120],
    [4, 120],
    [5, 120],
    [6, 240],
  ])
  expect(records.durationMs).toBe(360)
  const figures = figuresOf(records, { ttftMs: null, itlMs: null })
  expect(figures).toMatchObject({ completed: 7, outputTokens: 21, inputTokens: 49, peakConcurrency: 3 })
  expect([figures.ttft?.mean, figures.itl?.mean, figures.tpot?.mean, figures.endToEnd?.mean]).toEqual([100, 10, 10, 120])
})
it('an open loop sends each request when it is due, whether or not others have ended', async () => {
  const clock = new FakeClock()
  const due = [0, 30, 30, 500]
  const { requests, durationMs } = await runLoad(
    { jobs: jobs(4, (index) => due[index] ?? 0), concurrency: null },
    { send: answering(clock), clock, signal: never },
  )
  expect(requests.map(({ dueMs, sentMs }) => [dueMs, sentMs])).toEqual(due.map((ms) => [ms, ms]))
  expect(requests.map(({ textMs }) => textMs[0])).toEqual([100, 130, 130, 600])
  expect(durationMs).toBe(620)
})
it('a request that fails is not sent again, has the code of its failure, and does not end the run', async () => {
  const clock = new FakeClock()
  const answers = answering(clock)
  const seen: string[] = []
  const send: Send = async function* (request, signal) {
    const text = request.messages[0]?.role === 'user' ? request.messages[0].text : ''
    seen.push(text)
    if (text === '1') throw coded('no-model-loaded', {})
    if (text === '2') throw Object.assign(new Error('broken'), { code: 'ECONNRESET' })
    if (text === '3') throw new Error('a bug')
    if (text === '4') return yield { type: 'text', text: '', atMs: clock.now() }
    yield* answers(request, signal)
  }
  const { requests } = await runLoad({ jobs: jobs(6), concurrency: 1 }, { send, clock, signal: never })
  expect(seen).toEqual(['0', '1', '2', '3', '4', '5'])
  expect(requests.map(({ end }) => end)).toEqual([
    { kind: 'done' },
    { kind: 'failed', code: 'no-model-loaded', failure: { code: 'no-model-loaded', facts: {} } },
    { kind: 'failed', code: 'ECONNRESET' },
    { kind: 'failed', code: 'unknown' },
    { kind: 'failed', code: 'no-text' },
    { kind: 'done' },
  ])
})
it.each([null, 2])(
  'an interruption ends open requests, sends no others, and keeps what was measured (concurrency %s)',
  async (concurrency) => {
    const clock = new FakeClock()
    const stop = new AbortController()
    const answers = answering(clock)
    const send: Send = async function* (request, signal) {
      if (request.messages[0]?.role === 'user' && request.messages[0].text === '3') stop.abort()
      yield* answers(request, signal)
    }
    const { requests } = await runLoad(
      { jobs: jobs(20, (index) => (concurrency === null ? index * 50 : null)), concurrency },
      { send, clock, signal: stop.signal },
    )
    expect(requests.length).toBeLessThan(6)
    expect(requests[0]?.end).toEqual({ kind: 'done' })
    expect(requests.at(-1)?.end).toEqual({ kind: 'interrupted' })
  },
)
