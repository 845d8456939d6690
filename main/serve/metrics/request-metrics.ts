/**
 * `/metrics` in Prometheus text. Names and help of llama-server: `to_metrics` in tools/server/server-task.cpp, llama.cpp v0.4.0.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CacheSample } from '../../../core/contract/cache/cache'
import { prefixTier, type TierUse } from '../../../core/contract/cache/prefixes'
import { evictionReason } from '../../../core/contract/cache/reuse'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { tierOf, timesOf } from '../../../core/serve/figures'
import type { ServedFinish } from '../../../core/serve/served-event'
import type { ServeNews, ServeService } from '../serve-service'
import { gapBuckets, latencyBuckets } from './buckets'

interface Rate {
  tokens: number
  ms: number
}

export class RequestMetrics {
  private readonly registry = new Registry()
  private largest = 0
  private busyPerDecode = 0
  private prompt: Rate = { tokens: 0, ms: 0 }
  private decode: Rate = { tokens: 0, ms: 0 }

  private readonly counters = {
    prompt: this.counter('llamacpp:prompt_tokens_total', 'Number of prompt tokens processed, excluding cached tokens'),
    cached: this.counter('llamacpp:prompt_tokens_cached_total', 'Number of prompt tokens reused from the cache'),
    promptSeconds: this.counter('llamacpp:prompt_seconds_total', 'Total time spent processing prompts'),
    predicted: this.counter('llamacpp:tokens_predicted_total', 'Number of generation tokens processed'),
    predictedSeconds: this.counter('llamacpp:tokens_predicted_seconds_total', 'Total time spent generating tokens'),
    largest: this.counter('llamacpp:n_tokens_max', 'Largest observed sequence length (prompt + generation)'),
    /** The engine counts them, so a new engine starts again at 0. */
    decodes: this.counter('llamacpp:n_decode_total', 'Total number of llama_decode() calls, excluding speculative decoding'),
    drafts: this.counter('llamacpp:spec_decode_num_drafts_total', 'Speculative: Total speculative decoding verification steps'),
    drafted: this.counter('llamacpp:spec_decode_num_draft_tokens_total', 'Speculative: Total draft tokens generated'),
    accepted: this.counter(
      'llamacpp:spec_decode_num_accepted_tokens_total',
      'Speculative: Total draft tokens accepted by the target model',
    ),
  }

  private readonly histograms = {
    ttft: this.histogram('headroom:time_to_first_token_seconds', 'From the arrival of a request to its first token', latencyBuckets),
    gap: this.histogram('headroom:inter_token_latency_seconds', 'Gap between two tokens of an answer', gapBuckets),
    whole: this.histogram('headroom:e2e_request_latency_seconds', 'From the arrival of a request to its last token', latencyBuckets),
    queue: this.histogram(
      'headroom:request_queue_time_seconds',
      'How long a request waited for a sequence, or for a prompt with the same beginning',
      latencyBuckets,
    ),
  }

  private readonly gauges = {
    cellsUsed: this.labelled('headroom:cells_used', 'Cells in use, of all sequences', 'kind'),
    cellsTotal: this.labelled('headroom:cells_total', 'Cells of the cache, of all sequences', 'kind'),
    cacheBytes: this.labelled('headroom:cache_bytes', 'Bytes of the cells in use, of all sequences', 'kind'),
    checkpoints: new Gauge({
      name: 'headroom:checkpoint_bytes',
      help: 'Bytes of the checkpoints of all sequences',
      registers: [this.registry],
    }),
    storeUsed: this.labelled('headroom:store_bytes', 'Bytes of the stored prefixes', 'tier'),
    storeLimit: this.labelled('headroom:store_limit_bytes', 'Bytes that stored prefixes may take', 'tier'),
  }

  private readonly hits = new Counter({
    name: 'headroom:prefix_hits_total',
    help: 'Prompts that reused a prefix, by the tier that had it',
    labelNames: ['tier'],
    registers: [this.registry],
  })

  private readonly evictions = new Counter({
    name: 'headroom:evictions_total',
    help: 'Prefixes that left their sequence for a request, by cause',
    labelNames: ['cause'],
    registers: [this.registry],
  })

  private readonly ended = new Counter({
    name: 'headroom:requests_total',
    help: 'Requests by dialect and result',
    labelNames: ['dialect', 'result'],
    registers: [this.registry],
  })

  constructor(private readonly service: Pick<ServeService, 'news' | 'queue' | 'slots' | 'tiers' | 'decodes'>) {
    service.news.listen((news) => this.note(news))
    this.gauge('llamacpp:requests_processing', 'Number of requests processing', () => service.queue().running)
    this.gauge('llamacpp:requests_deferred', 'Number of requests deferred', () => service.queue().waiting)
    this.gauge('llamacpp:prompt_tokens_seconds', 'Average prompt throughput in tokens/s', () => this.takeRate('prompt'))
    this.gauge('llamacpp:predicted_tokens_seconds', 'Average generation throughput in tokens/s', () => this.takeRate('decode'))
    this.gauge('llamacpp:n_busy_slots_per_decode', 'Average number of busy slots per llama_decode() call', () => this.busyPerDecode)
    for (const tier of prefixTier.options) this.hits.inc({ tier }, 0)
    for (const cause of evictionReason.options) this.evictions.inc({ cause }, 0)
  }

  get contentType(): string {
    return this.registry.contentType
  }

  /** Without an engine, the caches have no figures, and the counters stay. */
  async text(): Promise<string> {
    const { service } = this
    const [slots, tiers, decodes] = await Promise.all([
      orElse(service.slots(), []),
      orElse(service.tiers(), []),
      orElse(service.decodes(), { calls: 0, busySequences: 0 }),
    ])
    this.measure(slots, tiers)
    this.counters.decodes.reset()
    this.counters.decodes.inc(decodes.calls)
    this.busyPerDecode = decodes.busySequences / Math.max(1, decodes.calls)
    return this.registry.metrics()
  }

  private note(news: ServeNews): void {
    if (news.type === 'embedded') this.processed(news.promptTokens, news.ms)
    if (news.type === 'event' && news.event.type === 'finish') this.finished(news.event)
    if (news.type !== 'ended') return
    const result = news.gone ? 'gone' : news.failure ? news.failure.code : 'complete'
    this.ended.inc({ dialect: news.turn.request.client.dialect, result })
  }

  private finished(finish: ServedFinish): void {
    const { usage, metrics, answer, gapsMs = [] } = finish
    const { promptMs, decodeMs, totalMs } = timesOf(finish)
    const { counters, histograms } = this
    // The answers of one request share its prompt.
    if (answer === 0) {
      this.processed(usage.processedTokens, promptMs)
      counters.cached.inc(usage.cachedTokens)
      histograms.queue.observe(metrics.queueMs / 1000)
      const tier = tierOf(finish)
      if (tier !== null) this.hits.inc({ tier })
      for (const { reason } of metrics.reuse?.evicted ?? []) this.evictions.inc({ cause: reason })
    }
    counters.predicted.inc(usage.outputTokens)
    counters.predictedSeconds.inc(decodeMs / 1000)
    this.decode = { tokens: this.decode.tokens + Math.max(0, usage.outputTokens - 1), ms: this.decode.ms + decodeMs }
    this.sawTokens(usage.promptTokens + usage.outputTokens)
    counters.drafts.inc(metrics.speculation?.drafts ?? 0)
    counters.drafted.inc(metrics.speculation?.drafted ?? 0)
    counters.accepted.inc(metrics.speculation?.accepted ?? 0)
    if (metrics.ttftMs !== null) histograms.ttft.observe(metrics.ttftMs / 1000)
    for (const gapMs of gapsMs) histograms.gap.observe(gapMs / 1000)
    histograms.whole.observe(totalMs / 1000)
  }

  private processed(promptTokens: number, ms: number): void {
    this.counters.prompt.inc(promptTokens)
    this.counters.promptSeconds.inc(ms / 1000)
    this.prompt = { tokens: this.prompt.tokens + promptTokens, ms: this.prompt.ms + ms }
  }

  private sawTokens(tokens: number): void {
    this.counters.largest.inc(Math.max(0, tokens - this.largest))
    this.largest = Math.max(this.largest, tokens)
  }

  /** The rate since the last scrape, as in llama-server. */
  private takeRate(of: 'prompt' | 'decode'): number {
    const { tokens, ms } = this[of]
    this[of] = { tokens: 0, ms: 0 }
    return ms > 0 ? (1000 * tokens) / ms : 0
  }

  private counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: [this.registry] })
  }

  private histogram(name: string, help: string, buckets: readonly number[]): Histogram {
    return new Histogram({ name, help, buckets: [...buckets], registers: [this.registry] })
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read())
      },
    })
  }

  private labelled(name: string, help: string, label: string): Gauge {
    return new Gauge({ name, help, labelNames: [label], registers: [this.registry] })
  }

  private measure(slots: readonly CacheSample[], tiers: readonly TierUse[]): void {
    const { cellsUsed, cellsTotal, cacheBytes, checkpoints, storeUsed, storeLimit } = this.gauges
    for (const gauge of [cellsUsed, cellsTotal, cacheBytes, storeUsed, storeLimit]) gauge.reset()
    for (const { kind, usedCells, totalCells, usedBytes } of slots.flatMap(({ fills }) => fills)) {
      cellsUsed.inc({ kind }, usedCells)
      cellsTotal.inc({ kind }, totalCells)
      cacheBytes.inc({ kind }, usedBytes)
    }
    checkpoints.set(slots.reduce((sum, { checkpointBytes }) => sum + checkpointBytes, 0))
    for (const { tier, usedBytes, budgetBytes } of tiers) {
      storeUsed.set({ tier }, usedBytes)
      storeLimit.set({ tier }, budgetBytes)
    }
  }
}

const orElse = async <Value>(reading: Promise<Value>, without: Value): Promise<Value> => {
  try {
    return await reading
  } catch (error) {
    if (['no-model-loaded', 'api-model-loading', 'api-model-on-server'].includes(failureOf(error)?.code ?? '')) return without
    throw error
  }
}
