/**
 * The result of a run in the field names of `vllm bench serve --save-result --save-detailed`. Latencies of single requests are in seconds,
 * statistics in milliseconds. A failed request has a TTFT of 0, as there.
 *
 * Source: `benchmark` and `main_async` in vllm/benchmarks/serve.py, vLLM 0.33.0.
 */
import { figuresOf } from '../figures'
import type { LoadRun } from '../load-run'
import { inputTokensOf, outputTokensOf, type RequestRecord } from '../record'
import type { Spread } from '../spread'
import { timingOf } from '../timing'

export function serveResult(run: LoadRun, headroomVersion: string): Record<string, unknown> {
  const { server, arrivals, records } = run
  const figures = figuresOf(records, run.limits)
  const ended = records.requests.filter(({ end }) => end.kind !== 'interrupted')
  const timings = ended.map((record) => (record.end.kind === 'done' ? timingOf(record) : null))
  return {
    date: dateText(run.startedAt),
    endpoint_type: 'openai-chat',
    backend: 'openai-chat',
    label: server.kind,
    model_id: server.model,
    tokenizer_id: null,
    num_prompts: records.requests.length,
    request_rate: arrivals.kind === 'poisson' ? arrivals.perSecond : 'inf',
    burstiness: 1,
    max_concurrency: arrivals.kind === 'closed' ? arrivals.concurrency : null,
    duration: figures.durationMs / 1000,
    completed: figures.completed,
    failed: figures.failed,
    total_input_tokens: figures.inputTokens,
    total_output_tokens: figures.outputTokens,
    request_throughput: figures.requestThroughput,
    request_goodput: figures.goodput,
    output_throughput: figures.outputThroughput,
    total_token_throughput: figures.totalThroughput,
    input_lens: ended.map(inputTokensOf),
    output_lens: ended.map((record) => (record.end.kind === 'done' ? outputTokensOf(record) : 0)),
    ttfts: timings.map((timing) => (timing?.ttftMs ?? 0) / 1000),
    itls: timings.map((timing) => (timing?.gapsMs ?? []).map((ms) => ms / 1000)),
    latencies: timings.map((timing) => (timing?.endToEndMs ?? 0) / 1000),
    start_times: ended.map(({ sentMs }) => sentMs / 1000),
    queue_times: ended.map(({ sentMs, dueMs }) => (sentMs - dueMs) / 1000),
    errors: ended.map(errorOf),
    max_output_tokens_per_s: figures.peakOutputPerSecond,
    max_concurrent_requests: figures.peakConcurrency,
    ...statisticsOf('ttft', figures.ttft),
    ...statisticsOf('tpot', figures.tpot),
    ...statisticsOf('itl', figures.itl),
    ...statisticsOf('e2el', figures.endToEnd),
    headroom: {
      version: headroomVersion,
      server: server.url,
      server_kind: server.kind,
      server_version: server.version,
      arrivals: arrivals.kind,
      round: run.round,
      prompt_tokens_by: run.lengthsBy,
      shared_prefix: run.shared,
      ttft_limit_ms: run.limits.ttftMs,
      itl_p90_limit_ms: run.limits.itlMs,
      interrupted: figures.interrupted,
      cached_tokens: figures.cachedTokens,
      output_counted_by_pieces: figures.countedByPieces,
      errors_by_code: Object.fromEntries(figures.errors),
      sent_late_p99_ms: figures.lateness?.p99 ?? null,
      loop_delay_p50_ms: run.loopDelay.p50Ms,
      loop_delay_p99_ms: run.loopDelay.p99Ms,
      loop_delay_max_ms: run.loopDelay.mostMs,
      loop_busy: run.loopDelay.busy,
    },
  }
}

const errorOf = ({ end }: RequestRecord): string => (end.kind === 'failed' ? end.code : '')

const statisticsOf = (name: string, spread: Spread | null): Record<string, number | null> => ({
  [`mean_${name}_ms`]: spread?.mean ?? null,
  [`median_${name}_ms`]: spread?.median ?? null,
  [`std_${name}_ms`]: spread?.deviation ?? null,
  [`p90_${name}_ms`]: spread?.p90 ?? null,
  [`p95_${name}_ms`]: spread?.p95 ?? null,
  [`p99_${name}_ms`]: spread?.p99 ?? null,
})

/** `20261126-110930`, in UTC. */
const dateText = (at: number): string => new Date(at).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
