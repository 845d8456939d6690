import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { figuresOf } from './figures'
import { record, usage } from './testing/records'

const noLimits = { ttftMs: null, itlMs: null }

describe('the figures of a run', () => {
  it('are computed from when requests were sent and text arrived', () => {
    const requests = [
      record([100, 120, 150]),
      record([300, 340], { sentMs: 50, usage: usage(20, 5, 8) }),
      record([500], { sentMs: 400, usage: usage(6, 1, 2) }),
    ]
    const figures = figuresOf({ requests, durationMs: 2000 }, noLimits)
    expect(figures).toMatchObject({
      completed: 3,
      failed: 0,
      inputTokens: 38,
      outputTokens: 9,
      cachedTokens: 10,
      requestThroughput: 1.5,
      outputThroughput: 4.5,
      totalThroughput: 23.5,
      goodput: null,
      countedByPieces: 0,
    })
    // TTFT 100, 250, 100; end to end 150, 290, 100; gaps 20, 30, 40; TPOT 50 / 2 and 40 / 4.
    expect(figures.ttft).toMatchObject({ mean: 150, median: 100, deviation: expect.closeTo(70.7107, 4) })
    expect(figures.endToEnd).toMatchObject({ mean: 180, median: 150 })
    expect(figures.itl).toMatchObject({ mean: 30, median: 30, p90: 38, p99: expect.closeTo(39.8, 9) })
    expect(figures.tpot).toMatchObject({ mean: 17.5, p95: expect.closeTo(24.25, 9) })
  })
  it('leave out requests that failed or were interrupted, and count failures by code', () => {
    const requests = [
      record([10, 20]),
      record([10], { end: { kind: 'failed', code: 'server-dropped' } }),
      record([], { end: { kind: 'failed', code: 'server-busy' } }),
      record([], { end: { kind: 'failed', code: 'server-busy' } }),
      record([5, 6, 7], { end: { kind: 'interrupted' } }),
    ]
    const figures = figuresOf({ requests, durationMs: 1000 }, noLimits)
    expect(figures).toMatchObject({ completed: 1, failed: 3, interrupted: 1, outputTokens: 2, requestThroughput: 1 })
    expect([...figures.errors]).toEqual([
      ['server-dropped', 1],
      ['server-busy', 2],
    ])
  })
  it('say how many answers came without a count of tokens, whose pieces are counted instead', () => {
    const requests = [record([10, 20, 30], { usage: null }), record([10, 20], { usage: usage(5, null) }), record([10])]
    expect(figuresOf({ requests, durationMs: 1000 }, noLimits)).toMatchObject({
      countedByPieces: 2,
      outputTokens: 6,
      inputTokens: 10 + 5 + 12,
    })
  })
  it('have no latency if nothing was answered', () => {
    const figures = figuresOf({ requests: [record([], { end: { kind: 'failed', code: 'no-text' } })], durationMs: 1000 }, noLimits)
    expect(figures).toMatchObject({ ttft: null, tpot: null, itl: null, endToEnd: null, requestThroughput: 0, cachedTokens: null })
    expect(figuresOf({ requests: [], durationMs: 0 }, noLimits)).toMatchObject({ requestThroughput: 0, lateness: null })
  })
  it('have a goodput: the answers within the limits per second, where the p90 of the gaps counts', () => {
    const gaps = (ms: number) => [100, ...Array.from({ length: 10 }, (_, at) => 100 + ms * (at + 1))]
    // One gap of 500 ms in 20 is beyond the p90.
    const rare = [100, ...Array.from({ length: 20 }, (_, at) => 100 + 10 * (at + 1) + (at === 19 ? 490 : 0))]
    const requests = [
      record(gaps(10)),
      record(gaps(30)),
      record(rare),
      record([250, 255]),
      record([], { end: { kind: 'failed', code: 'x' } }),
    ]
    const goodput = (ttftMs: number | null, itlMs: number | null) => figuresOf({ requests, durationMs: 4000 }, { ttftMs, itlMs }).goodput
    expect(goodput(200, 20)).toBe(0.5)
    expect(goodput(200, null)).toBe(0.75)
    expect(goodput(null, 20)).toBe(0.75)
  })
  it('say how late requests were sent, and the most that happened at the same time', () => {
    const requests = [
      record([900, 1900, 2000], { dueMs: 0, sentMs: 4 }),
      record([500, 1500], { dueMs: 100, sentMs: 102 }),
      record([2500], { dueMs: 1500, sentMs: 1500 }),
    ]
    const { lateness, peakConcurrency, peakOutputPerSecond } = figuresOf({ requests, durationMs: 3000 }, noLimits)
    expect(lateness).toMatchObject({ mean: 2 })
    expect({ peakConcurrency, peakOutputPerSecond }).toEqual({ peakConcurrency: 2, peakOutputPerSecond: 3 })
  })
})

interface VllmCase {
  readonly durationS: number
  readonly requests: readonly { startS: number; textS: number[]; promptTokens: number; outputTokens: number; failed: boolean }[]
  readonly metrics: Readonly<Record<string, number>>
}

const cases = JSON.parse(readFileSync(new URL('fixtures/vllm-metrics.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly VllmCase[]
}

it.each(cases.cases)(
  'the figures of a run equal those of vllm bench serve for the same times (case %#)',
  ({ durationS, requests, metrics }) => {
    const records = requests.map(({ startS, textS, promptTokens, outputTokens, failed }, index) =>
      record(
        textS.map((at) => at * 1000),
        {
          index,
          sentMs: startS * 1000,
          usage: usage(promptTokens, outputTokens),
          end: failed ? { kind: 'failed', code: 'x' } : { kind: 'done' },
        },
      ),
    )
    const figures = figuresOf({ requests: records, durationMs: durationS * 1000 }, noLimits)
    const ours: Record<string, number | undefined> = {
      completed: figures.completed,
      failed: figures.failed,
      total_input: figures.inputTokens,
      total_output: figures.outputTokens,
      request_throughput: figures.requestThroughput,
      output_throughput: figures.outputThroughput,
      total_token_throughput: figures.totalThroughput,
      max_output_tokens_per_s: figures.peakOutputPerSecond,
    }
    for (const [name, spread] of Object.entries({ ttft: figures.ttft, tpot: figures.tpot, itl: figures.itl, e2el: figures.endToEnd }))
      Object.assign(ours, {
        [`mean_${name}_ms`]: spread?.mean,
        [`median_${name}_ms`]: spread?.median,
        [`std_${name}_ms`]: spread?.deviation,
        [`p90_${name}_ms`]: spread?.p90,
        [`p95_${name}_ms`]: spread?.p95,
        [`p99_${name}_ms`]: spread?.p99,
      })
    expect(Object.keys(metrics).sort()).toEqual(Object.keys(ours).sort())
    for (const [name, value] of Object.entries(metrics)) expect([name, ours[name]]).toEqual([name, expect.closeTo(value, 6)])
  },
)
