import { type Figure, none, reported } from '../figure'
import { amountOf, countOf } from '../json-fields'
import type { MetricName } from '../metric-names'
import { readSamples, type Sample } from '../prometheus-text'

/** Why there is no page. */
export type NoPage = 'switched-off' | 'not-read' | 'not-given'

/** The metrics of a server. A router has one page for each model. */
export class MetricsPage {
  private readonly pages: readonly ReadonlyMap<string, readonly Sample[]>[]

  constructor(
    texts: readonly string[],
    private readonly missing: NoPage | null,
    private readonly wanted: ReadonlySet<string>,
  ) {
    this.pages = texts.map((text) => readSamples(text, wanted))
  }

  samples(name: string): readonly Sample[] {
    const all = this.pages.flatMap((page) => page.get(name) ?? [])
    // SGLang can report from each rank of a tensor or pipeline group. All ranks of a group hold the same requests.
    return all.filter(({ labels }) => (labels.tp_rank ?? '0') === '0' && (labels.pp_rank ?? '0') === '0')
  }

  /** A count. With several engines, their sum. */
  count(metric: MetricName | undefined): Figure {
    return this.figure(metric, (values) => (values.every(Number.isSafeInteger) ? countOf(sumOf(values)) : null))
  }

  /** A number from 0. With several engines, their sum. */
  amount(metric: MetricName | undefined): Figure {
    return this.figure(metric, (values) => amountOf(sumOf(values)))
  }

  /** From 0 to 1. Shares of several engines have no sum. */
  share(metric: MetricName | undefined): Figure {
    return this.figure(metric, (values) => (values.length === 1 && (values[0] ?? 2) <= 1 ? (values[0] ?? null) : null))
  }

  private figure(metric: MetricName | undefined, combine: (values: readonly number[]) => number | null): Figure {
    // A server without metrics is only asked whether it answers.
    if (!metric) return none(this.missing === 'not-read' && this.wanted.size === 0 ? 'not-read' : 'not-given')
    if (this.missing) return none(this.missing)
    const name = metric.names.find((one) => this.samples(one).length > 0)
    if (name === undefined) return none('not-given')
    const values = this.samples(name).map(({ value }) => value)
    const value = values.every((one) => Number.isFinite(one) && one >= 0) ? combine(values) : null
    return value === null ? none('unusable') : reported(value, name)
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
