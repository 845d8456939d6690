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
import { type BatchCost, batchCost, type ReadModel } from './token-reads'

/** Fills the largest micro-batch. */
const promptTokens = 512
export const peakBatches: readonly number[] = [1, 4, 16, 64, 256, 512]

/** Three repetitions, because small micro-batches are slow. */
export const peakPlan = (modelId: string, title: string, settings: KvSettings): ComparePlan => ({
  modelId,
  title,
  variants: peakBatches.map((batchTokens) => ({ ...settings, contextTokens: 'auto', sequences: 1, batchTokens })),
  speed: { tests: [{ prompt: promptTokens, generated: 0, depth: 0 }], repetitions: 3, warmUp: true },
  latency: null,
  quality: null,
  passkey: null,
  answers: null,
  cacheless: null,
})

type Measured = Pick<PrefillPeak, 'threads' | 'byBatch'>

/**
 * `cells` may come from any benchmark. Returns null if none has a prompt at depth 0 that fills its micro-batch. `byBatch` has the fastest
 * result of each size.
 */
export function peakFrom(cells: readonly Pick<CompareCell, 'task' | 'result'>[], model: ReadModel): Measured | null {
  const byBatch = new Map<number, PrefillPeak['byBatch'][number]>()
  let threads = 0
  for (const { task, result } of cells) {
    if (task.kind !== 'speed' || result?.kind !== 'speed' || result.samplesNs.length === 0) continue
    const { prompt, generated, depth } = task.test
    const { batchTokens, contextTokens } = { ...task.settings, contextTokens: result.context.contextTokens }
    if (prompt < batchTokens || generated > 0 || depth > 0) continue
    const tokensPerSecond = median(ratesOf(prompt, result.samplesNs))
    const flopPerToken = promptCost(model, { ...task.settings, contextTokens }, batchTokens, prompt).flop / prompt
    const point = { batchTokens, tokensPerSecond, flopPerSecond: flopPerToken * tokensPerSecond }
    threads = Math.max(threads, result.threads)
    if ((byBatch.get(batchTokens)?.tokensPerSecond ?? 0) < tokensPerSecond) byBatch.set(batchTokens, point)
  }
  if (byBatch.size === 0) return null
  return { threads, byBatch: [...byBatch.values()].sort((a, b) => a.batchTokens - b.batchTokens) }
}

export function promptCost(model: ReadModel, settings: CacheSettings, batchTokens: number, prompt = promptTokens): BatchCost {
  let [flop, bytes] = [0, 0]
  for (let depth = 0; depth < prompt; depth += batchTokens) {
    const cost = batchCost(model, settings, { depth, batchTokens: Math.min(batchTokens, prompt - depth) })
    flop += cost.flop
    bytes += cost.bytes
  }
  return { flop, bytes }
}

export const peakFlopPerSecond = ({ byBatch }: Pick<PrefillPeak, 'byBatch'>): number =>
  Math.max(...byBatch.map(({ flopPerSecond }) => flopPerSecond))
