import { type CsvField, csvOf } from '../../text/csv'
import type { LoadRun } from '../load-run'
import type { RequestRecord } from '../record'
import { spreadOf } from '../spread'
import { timingOf } from '../timing'

const columns = [
  'server',
  'model',
  'round',
  'concurrency',
  'rate',
  'request',
  'planned_prompt_tokens',
  'planned_output_tokens',
  'prompt_tokens',
  'cached_tokens',
  'output_tokens',
  'pieces',
  'due_ms',
  'sent_ms',
  'ttft_ms',
  'tpot_ms',
  'itl_p50_ms',
  'itl_p90_ms',
  'itl_p99_ms',
  'e2e_ms',
  'finish',
  'state',
  'failure',
] as const
type Column = (typeof columns)[number]

/** One row per request. An empty field was not measured or not reported. */
export const requestCsv = (runs: readonly LoadRun[]): string =>
  csvOf(
    columns,
    runs.flatMap((run) => run.records.requests.map((record) => rowOf(run, record))).map((row) => columns.map((column) => row[column])),
  )

function rowOf({ server, arrivals, round }: LoadRun, record: RequestRecord): Readonly<Record<Column, CsvField>> {
  const timing = record.end.kind === 'done' ? timingOf(record) : null
  const gaps = timing && spreadOf(timing.gapsMs)
  return {
    server: server.url,
    model: server.model,
    round,
    concurrency: arrivals.kind === 'closed' ? arrivals.concurrency : null,
    rate: arrivals.kind === 'poisson' ? arrivals.perSecond : null,
    request: record.index + 1,
    planned_prompt_tokens: record.plannedPromptTokens,
    planned_output_tokens: record.plannedOutputTokens,
    prompt_tokens: record.usage?.promptTokens?.value ?? null,
    cached_tokens: record.usage?.cachedTokens?.value ?? null,
    output_tokens: record.usage?.outputTokens?.value ?? null,
    pieces: record.textMs.length,
    due_ms: rounded(record.dueMs),
    sent_ms: rounded(record.sentMs),
    ttft_ms: rounded(timing?.ttftMs),
    tpot_ms: rounded(timing?.tpotMs),
    itl_p50_ms: rounded(gaps?.median),
    itl_p90_ms: rounded(gaps?.p90),
    itl_p99_ms: rounded(gaps?.p99),
    e2e_ms: rounded(timing?.endToEndMs),
    finish: record.finish,
    state: record.end.kind,
    failure: record.end.kind === 'failed' ? record.end.code : null,
  }
}

/** Microseconds are enough: the clock of a browser or Node is not more precise. */
const rounded = (ms: number | null | undefined): number | null => (ms === null || ms === undefined ? null : Math.round(ms * 1000) / 1000)
