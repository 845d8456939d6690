import { noUsage } from '../../remote/chat/usage'
import { reported } from '../../remote/figure'
import type { ReportedUsage } from '../../remote/stream-events'
import type { LoadRun } from '../load-run'
import type { RequestRecord } from '../record'

export const usage = (promptTokens: number | null, outputTokens: number | null, cachedTokens: number | null = null): ReportedUsage => ({
  ...noUsage,
  promptTokens: count('usage.prompt_tokens', promptTokens),
  cachedTokens: count('usage.prompt_tokens_details.cached_tokens', cachedTokens),
  outputTokens: count('usage.completion_tokens', outputTokens),
})
const count = (field: string, value: number | null) => (value === null ? null : reported(value, field))

export function record(textMs: readonly number[], more: Partial<RequestRecord> = {}): RequestRecord {
  return {
    index: 0,
    plannedPromptTokens: 10,
    plannedOutputTokens: textMs.length,
    dueMs: 0,
    sentMs: 0,
    textMs,
    endMs: textMs.at(-1) ?? 0,
    usage: usage(12, textMs.length),
    finish: 'length',
    end: { kind: 'done' },
    ...more,
  }
}

export function loadRun(requests: readonly RequestRecord[], durationMs: number, more: Partial<LoadRun> = {}): LoadRun {
  return {
    server: { url: 'http://localhost:8080', kind: 'llama-server', version: 'b1', model: 'tiny' },
    arrivals: { kind: 'closed', concurrency: 2 },
    round: 1,
    startedAt: Date.UTC(2026, 10, 26, 11, 9, 30),
    limits: { ttftMs: null, itlMs: null },
    lengthsBy: 'tokenizer',
    shared: 0,
    loopDelay: { p50Ms: 0.05, p99Ms: 0.2, mostMs: 3, busy: 0.1 },
    records: { requests, durationMs },
    ...more,
  }
}
