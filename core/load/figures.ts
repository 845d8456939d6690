/** Source: `calculate_metrics` in vllm/benchmarks/serve.py, vLLM 0.33.0. Goodput has other limits (`core/compare/statistics/goodput.ts`). */
import { goodputOf } from '../compare/statistics/goodput'
import { peaksOf } from './peaks'
import { inputTokensOf, outputTokensOf, type RunRecords } from './record'
import { type Spread, spreadOf } from './spread'
import { timingOf } from './timing'

/** null: no limit. */
export interface LoadLimits {
  readonly ttftMs: number | null
  /** The limit for the p90 of an answer's gaps. */
  readonly itlMs: number | null
}

export interface RunFigures {
  readonly durationMs: number
  readonly completed: number
  readonly failed: number
  readonly interrupted: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** null if the server reports none. */
  readonly cachedTokens: number | null
  /** Answers whose output tokens the server did not report, so that pieces were counted. */
  readonly countedByPieces: number
  /** Per second. */
  readonly requestThroughput: number
  readonly outputThroughput: number
  readonly totalThroughput: number
  /** Completed requests within the limits, per second. null without limits. */
  readonly goodput: number | null
  readonly ttft: Spread | null
  readonly tpot: Spread | null
  readonly itl: Spread | null
  readonly endToEnd: Spread | null
  /** How much later than planned the requests were sent. */
  readonly lateness: Spread | null
  readonly peakOutputPerSecond: number
  readonly peakConcurrency: number
  readonly errors: ReadonlyMap<string, number>
}

export function figuresOf({ requests, durationMs }: RunRecords, limits: LoadLimits): RunFigures {
  const done = requests.filter(({ end }) => end.kind === 'done')
  const timings = done.flatMap((record) => timingOf(record) ?? [])
  const seconds = durationMs / 1000
  const perSecond = (amount: number): number => (seconds > 0 ? amount / seconds : 0)
  const inputTokens = sum(done.map(inputTokensOf))
  const outputTokens = sum(done.map(outputTokensOf))
  const good = goodRequests(timings, limits)
  const cached = done.flatMap(({ usage }) => usage?.cachedTokens?.value ?? [])
  return {
    durationMs,
    completed: done.length,
    failed: requests.filter(({ end }) => end.kind === 'failed').length,
    interrupted: requests.filter(({ end }) => end.kind === 'interrupted').length,
    inputTokens,
    outputTokens,
    cachedTokens: cached.length > 0 ? sum(cached) : null,
    countedByPieces: done.filter(({ usage }) => (usage?.outputTokens ?? null) === null).length,
    requestThroughput: perSecond(done.length),
    outputThroughput: perSecond(outputTokens),
    totalThroughput: perSecond(inputTokens + outputTokens),
    goodput: good === null ? null : perSecond(good),
    ttft: spreadOf(timings.map(({ ttftMs }) => ttftMs)),
    tpot: spreadOf(timings.flatMap(({ tpotMs }) => tpotMs ?? [])),
    itl: spreadOf(timings.flatMap(({ gapsMs }) => gapsMs)),
    endToEnd: spreadOf(timings.map(({ endToEndMs }) => endToEndMs)),
    lateness: spreadOf(requests.map(({ sentMs, dueMs }) => sentMs - dueMs)),
    ...peaksOf(done),
    errors: errorsIn(requests),
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function goodRequests(timings: readonly { ttftMs: number; gapsMs: readonly number[] }[], limits: LoadLimits): number | null {
  if (limits.ttftMs === null && limits.itlMs === null) return null
  const { ttftMs, itlMs } = { ttftMs: limits.ttftMs ?? Number.POSITIVE_INFINITY, itlMs: limits.itlMs ?? Number.POSITIVE_INFINITY }
  return goodputOf(
    timings.map((timing) => ({ ttftMs: timing.ttftMs, itlMs: timing.gapsMs })),
    { ttftMs, itlMs },
  ).good
}

function errorsIn(requests: RunRecords['requests']): ReadonlyMap<string, number> {
  const errors = new Map<string, number>()
  for (const { end } of requests) if (end.kind === 'failed') errors.set(end.code, (errors.get(end.code) ?? 0) + 1)
  return errors
}
