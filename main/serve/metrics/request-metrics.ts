/**
 * `/metrics` in Prometheus text. Names and help of llama-server: `to_metrics` in tools/server/server-task.cpp, llama.cpp v0.4.0. Its
 * `n_decode_total` and `n_busy_slots_per_decode` are left out, because the engine does not count calls of llama_decode.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CacheFill } from '../../../core/contract/cache/cache'
import { timesOf } from '../../../core/serve/figures'
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
  private prompt: Rate = { tokens: 0, ms: 0 }
  private decode: Rate = { tokens: 0, ms: 0 }

  private readonly counters = {
    prompt: this.counter('llamacpp:prompt_tokens_total', 'Number of prompt tokens processed, excluding cached tokens'),
    cached: this.counter('llamacpp:prompt_tokens_cached_total', 'Number of prompt tokens reused from the cache'),
    promptSeconds: this.counter('llamacpp:prompt_seconds_total', 'Total time spent processing prompts'),
    predicted: this.counter('llamacpp:tokens_predicted_total', 'Number of generation tokens processed'),
    predictedSeconds: this.counter('llamacpp:tokens_predicted_seconds_total', 'Total time spent generating tokens'),
    largest: this.counter('llamacpp:n_tokens_max', 'Largest observed sequence length (prompt + generation)'),
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
    queue: this.histogram('headroom:request_queue_time_seconds', 'Wait of a request for a sequence', latencyBuckets),
  }

  private readonly ended = new Counter({
    name: 'headroom:requests_total',
    help: 'Requests by dialect and result',
    labelNames: ['dialect', 'result'],
    registers: [this.registry],
  })

  constructor(private readonly service: Pick<ServeService, 'news' | 'queue' | 'slots'>) {
    service.news.listen((news) => this.note(news))
    this.gauge('llamacpp:requests_processing', 'Number of requests processing', () => service.queue().running)
    this.gauge('llamacpp:requests_deferred', 'Number of requests deferred', () => service.queue().waiting)
    this.gauge('llamacpp:prompt_tokens_seconds', 'Average prompt throughput in tokens/s', () => this.takeRate('prompt'))
    this.gauge('llamacpp:predicted_tokens_seconds', 'Average generation throughput in tokens/s', () => this.takeRate('decode'))
    this.cells('headroom:cells_used', 'Cells in use, of all sequences', ({ usedCells }) => usedCells)
    this.cells('headroom:cells_total', 'Cells of the cache, of all sequences', ({ totalCells }) => totalCells)
  }

  get contentType(): string {
    return this.registry.contentType
  }

  text(): Promise<string> {
    return this.registry.metrics()
  }

  private note(news: ServeNews): void {
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
      counters.prompt.inc(usage.processedTokens)
      counters.cached.inc(usage.cachedTokens)
      counters.promptSeconds.inc(promptMs / 1000)
      this.prompt = { tokens: this.prompt.tokens + usage.processedTokens, ms: this.prompt.ms + promptMs }
      histograms.queue.observe(metrics.queueMs / 1000)
    }
    counters.predicted.inc(usage.outputTokens)
    counters.predictedSeconds.inc(decodeMs / 1000)
    this.decode = { tokens: this.decode.tokens + Math.max(0, usage.outputTokens - 1), ms: this.decode.ms + decodeMs }
    this.sawTokens(usage.promptTokens + usage.outputTokens)
    counters.drafted.inc(metrics.speculation?.drafted ?? 0)
    counters.accepted.inc(metrics.speculation?.accepted ?? 0)
    if (metrics.ttftMs !== null) histograms.ttft.observe(metrics.ttftMs / 1000)
    for (const gapMs of gapsMs) histograms.gap.observe(gapMs / 1000)
    histograms.whole.observe(totalMs / 1000)
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

  private cells(name: string, help: string, measure: (fill: CacheFill) => number): void {
    const { service } = this
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [this.registry],
      async collect() {
        const slots = await service.slots()
        this.reset()
        for (const { fills } of slots) for (const fill of fills) this.inc({ kind: fill.kind }, measure(fill))
      },
    })
  }
}
