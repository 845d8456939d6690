import { derived, type Figure, figureValue, none } from '../figure'
import { type MetricName, type MetricNames, metricNames, startMetric } from '../metric-names'
import type { ServerKind } from '../server-facts'
import type { MetricsPage } from './metrics-page'
import { type Counters, hasRestarted } from './reading'

const counted = ['generatedTokens', 'processedTokens', 'askedTokens', 'cachedTokens'] as const
type Counted = (typeof counted)[number]

/** The figures that need two readings of a server's counters. */
export class CounterFigures {
  readonly now: Counters
  readonly restarted: boolean
  private readonly names: MetricNames

  constructor(
    private readonly kind: ServerKind,
    private readonly page: MetricsPage,
    atMs: number,
    startedAt: number | null,
    private readonly before: Counters | null,
  ) {
    this.names = metricNames[kind] ?? {}
    const values = [...counted, 'preemptions' as const].flatMap((name) => {
      const metric = this.names[name]
      const value = metric?.type === 'counter' ? figureValue(page.count(metric)) : null
      return value === null ? [] : [[name, value] as const]
    })
    const started = page.samples(startMetric)
    this.now = {
      atMs,
      startedAt: startedAt ?? (started.length === 1 ? (started[0]?.value ?? null) : null),
      values: Object.fromEntries(values),
    }
    this.restarted = hasRestarted(before, this.now)
  }

  /** Per second. */
  rate(name: Counted): Figure {
    const difference = this.difference(name)
    if (typeof difference !== 'number') return difference
    const seconds = (this.now.atMs - (this.before?.atMs ?? this.now.atMs)) / 1000
    return seconds > 0 ? derived(difference / seconds, 'counter-difference-over-time') : none('too-few-readings')
  }

  /** The share of prompt tokens that came from the cache, of those between the two readings. */
  prefixHits(): Figure {
    const cached = this.difference('cachedTokens')
    if (typeof cached !== 'number') return cached
    const asked = this.difference(this.names.askedTokens ? 'askedTokens' : 'processedTokens')
    if (typeof asked !== 'number') return asked
    const all = this.names.askedTokens ? asked : asked + cached
    // No prompt came between the readings.
    if (all === 0) return none('too-few-readings')
    return cached > all ? none('unusable') : derived(cached / all, 'cached-over-prompt-tokens')
  }

  private difference(name: Counted): number | Figure {
    const metric: MetricName | undefined = this.names[name]
    const figure = this.page.count(metric)
    if (figure.kind === 'none') return figure
    const earlier = this.before?.values[name]
    if (earlier === undefined || this.restarted) return none('too-few-readings')
    const difference = figure.value - earlier
    return difference < 20 * this.coarsenessOf(figure.value) ? none('unusable') : difference
  }

  /** llama-server writes six digits, as in 1.23457e+06, so large counters move in steps. */
  private coarsenessOf(value: number): number {
    return this.kind === 'llama-server' && value >= 1e6 ? 10 ** (Math.floor(Math.log10(value)) - 5) : 0
  }
}
