/**
 * The highest rate of matrix arithmetic that llama.cpp reaches in a prefill, over several micro-batch sizes. Other weight types may reach a
 * higher rate.
 */
import { ratesOf } from '../compare/statistics/compare-rates'
import type { CompareCell, ComparePlan } from '../contract/compare/compare-runs'
import type { PrefillPeak } from '../contract/models/bandwidth'
import type { KvSettings } from '../contract/settings/kv-settings'
import type { CacheSettings } from '../kv/cache-settings'
import { median } from '../stats/percentile'
import { type BatchCost, batchCost, type ReadModel, tokenReads } from './token-reads'

/** Fills the largest micro-batch. */
const promptTokens = 512
export const peakBatches: readonly number[] = [1, 4, 16, 64, 256, 512]
/** Few, because small micro-batches are slow. */
const peakRepetitions = 3

export const peakPlan = (modelId: string, title: string, settings: KvSettings): ComparePlan => ({
  modelId,
  title,
  variants: peakBatches.map((batchTokens) => ({ ...settings, contextTokens: 'auto', sequences: 1, batchTokens })),
  speed: { tests: [{ prompt: promptTokens, generated: 0, depth: 0 }], repetitions: peakRepetitions, warmUp: true },
  latency: null,
  quality: null,
  passkey: null,
  answers: null,
  cacheless: null,
})

/** The speeds of earlier answers. */
interface AnswerRates {
  readonly prefillTokensPerSecond: number | null
  readonly decodeTokensPerSecond: number | null
}

/** A micro-batch of n tokens is assumed to be as fast as prefill, or as n times decode if that is slower. null without answers. */
export function secondsOfPeakPlan(answers: readonly AnswerRates[]): number | null {
  const prefills = answers.flatMap(({ prefillTokensPerSecond }) => prefillTokensPerSecond ?? [])
  const decodes = answers.flatMap(({ decodeTokensPerSecond }) => decodeTokensPerSecond ?? [])
  if (prefills.length === 0 || decodes.length === 0) return null
  const [prefill, decode] = [median(prefills), median(decodes)]
  const onceSeconds = peakBatches.reduce((sum, batchTokens) => sum + promptTokens / Math.min(prefill, batchTokens * decode), 0)
  return onceSeconds * (peakRepetitions + 1)
}

type Measured = Pick<PrefillPeak, 'threads' | 'byBatch' | 'decodeFlopPerSecond'>

/**
 * `cells` may come from any benchmark. Returns null if none has a prompt at depth 0 that fills its micro-batch. `byBatch` has the fastest
 * repetition of each size: interruptions only add time.
 */
export function peakFrom(cells: readonly Pick<CompareCell, 'task' | 'result'>[], model: ReadModel): Measured | null {
  const byBatch = new Map<number, PrefillPeak['byBatch'][number]>()
  let threads = 0
  let decodeFlopPerSecond = 0
  for (const { task, result } of cells) {
    if (task.kind !== 'speed' || result?.kind !== 'speed' || result.samplesNs.length === 0) continue
    const { prompt, generated, depth } = task.test
    const { batchTokens, contextTokens } = { ...task.settings, contextTokens: result.context.contextTokens }
    const rates = ratesOf(prompt + generated, result.samplesNs)
    if (prompt === 0) {
      const { flop } = tokenReads(model, { ...task.settings, contextTokens }, depth + Math.ceil(generated / 2))
      decodeFlopPerSecond = Math.max(decodeFlopPerSecond, flop * Math.max(...rates))
    }
    if (prompt < batchTokens || generated > 0 || depth > 0) continue
    const tokensPerSecond = Math.max(...rates)
    const flopPerToken = promptCost(model, { ...task.settings, contextTokens }, batchTokens, prompt).flop / prompt
    const point = { batchTokens, tokensPerSecond, flopPerSecond: flopPerToken * tokensPerSecond, ...spreadOf(rates) }
    threads = Math.max(threads, result.threads)
    if ((byBatch.get(batchTokens)?.tokensPerSecond ?? 0) < tokensPerSecond) byBatch.set(batchTokens, point)
  }
  if (byBatch.size === 0) return null
  return {
    threads,
    byBatch: [...byBatch.values()].sort((a, b) => a.batchTokens - b.batchTokens),
    ...(decodeFlopPerSecond > 0 && { decodeFlopPerSecond }),
  }
}

const spreadOf = (rates: readonly number[]) =>
  rates.length < 2 ? {} : { spread: (Math.max(...rates) - Math.min(...rates)) / median(rates) }

export function promptCost(model: ReadModel, settings: CacheSettings, batchTokens: number, prompt = promptTokens): BatchCost {
  let [flop, bytes] = [0, 0]
  for (let depth = 0; depth < prompt; depth += batchTokens) {
    const cost = batchCost(model, settings, { depth, batchTokens: Math.min(batchTokens, prompt - depth) })
    flop += cost.flop
    bytes += cost.bytes
  }
  return { flop, bytes }
}

/** In prefill and decode. */
export const peakFlopPerSecond = ({ byBatch, decodeFlopPerSecond = 0 }: Pick<PrefillPeak, 'byBatch' | 'decodeFlopPerSecond'>): number =>
  Math.max(decodeFlopPerSecond, ...byBatch.map(({ flopPerSecond }) => flopPerSecond))
