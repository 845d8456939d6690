import { derived, type Figure, figureValue, none } from '../figure'
import { countOf } from '../json-fields'
import { type MetricNames, metricNames, namesOf } from '../metric-names'
import type { ServerKind, ServerStatus } from '../server-facts'
import { CounterFigures } from './counter-figures'
import { MetricsPage, type NoPage } from './metrics-page'
import type { ServerReading } from './reading'
import { Slots } from './slots'

/** What a server answered at one time. */
export interface StatusAnswers {
  /** performance.now() when the last answer arrived. */
  readonly atMs: number
  /** The pages of `/metrics`, or why there are none. A router has one for each model. */
  readonly metrics: readonly string[] | NoPage
  /** From the answer's header. */
  readonly startedAt: number | null
  /** What `/slots` gave, or why there is nothing. A router has one answer for each model. */
  readonly slots: readonly unknown[] | NoPage
}

/** The reading of a server whose answers may be of any shape. Figures that they do not support are missing, with the reason. */
export function statusFrom(kind: ServerKind, answers: StatusAnswers, before: ServerReading | null): ServerReading {
  const { atMs, metrics } = answers
  const page = typeof metrics === 'string' ? new MetricsPage([], metrics, namesOf(kind)) : new MetricsPage(metrics, null, namesOf(kind))
  const counters = new CounterFigures(kind, page, atMs, answers.startedAt, before?.counters ?? null)
  const names = metricNames[kind] ?? {}
  const status: ServerStatus = {
    atMs,
    ...(kind === 'llama-server' ? slotFigures(answers.slots, page, names) : pageFigures(kind, page, names)),
    waiting: page.count(names.waiting),
    prefixHits: names.prefixHits ? page.share(names.prefixHits) : counters.prefixHits(),
    preemptions: page.count(names.preemptions),
    generatedPerSecond: names.generatedPerSecond ? page.amount(names.generatedPerSecond) : counters.rate('generatedTokens'),
    restarted: counters.restarted,
  }
  return { status, counters: typeof metrics === 'string' ? null : counters.now }
}

type Places = Pick<ServerStatus, 'occupancy' | 'usedTokens' | 'totalTokens' | 'running' | 'slots'>

function slotFigures(answer: StatusAnswers['slots'], page: MetricsPage, names: MetricNames): Places {
  const slots = typeof answer === 'string' ? new Slots([], answer) : new Slots(answer, null)
  const running = page.count(names.running)
  return {
    occupancy: slots.occupancy,
    usedTokens: slots.usedTokens,
    totalTokens: slots.totalTokens,
    running: running.kind === 'none' && slots.list !== null ? slots.running : running,
    slots: slots.shown,
  }
}

function pageFigures(kind: ServerKind, page: MetricsPage, names: MetricNames): Places {
  const usedTokens = page.count(names.usedTokens)
  const totalTokens = kind === 'vllm' ? vllmTokens(page, names) : page.count(names.totalTokens)
  return {
    occupancy: occupancyOf(page.share(names.occupancy), usedTokens, totalTokens),
    usedTokens,
    totalTokens,
    running: page.count(names.running),
    slots: null,
  }
}

function occupancyOf(share: Figure, used: Figure, total: Figure): Figure {
  const [usedTokens, totalTokens] = [figureValue(used), figureValue(total)]
  if (share.kind !== 'none' || usedTokens === null || !totalTokens) return share
  return usedTokens > totalTokens ? none('unusable') : derived(usedTokens / totalTokens, 'used-over-total-tokens')
}

/** The size of the cache is in labels. With several engines, it is the sum. */
function vllmTokens(page: MetricsPage, { cacheConfig }: MetricNames): Figure {
  const given = page.count(cacheConfig)
  if (given.kind === 'none') return given
  let tokens = 0
  for (const { labels } of page.samples(given.kind === 'reported' ? given.field : '')) {
    const [blocks, size] = [countOf(Number(labels.num_gpu_blocks)), countOf(Number(labels.block_size))]
    if (!blocks || !size) return none('unusable')
    tokens += blocks * size
  }
  return countOf(tokens) === null ? none('unusable') : derived(tokens, 'blocks-times-block-size')
}
