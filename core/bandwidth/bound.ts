/**
 * The roofline: a step takes at least max(bytes / bandwidth, FLOP / peak). At the ridge, both are equal.
 *
 * Source: Williams, Waterman and Patterson, "Roofline", Communications of the ACM 52 (4), 2009. MBU: Databricks, "LLM Inference Performance
 * Engineering: Best Practices", 2023.
 */
import type { CacheSettings } from '../kv/cache-settings'
import { type BatchCost, batchCost, type ReadModel } from './token-reads'

export const allowedItlMs = (bytesPerToken: number, bytesPerSecond: number): number => (bytesPerToken * 1000) / bytesPerSecond

/** MBU: 0 to 1, or more if the processor's cache serves some of the reads. */
export const bandwidthUtilization = (bytesPerToken: number, itlMs: number, bytesPerSecond: number): number =>
  allowedItlMs(bytesPerToken, bytesPerSecond) / itlMs

/** FLOP per byte. */
export const intensityOf = ({ flop, bytes }: BatchCost): number => flop / bytes

export interface Roof {
  readonly bytesPerSecond: number
  readonly flopPerSecond: number
}

export const ridgeOf = ({ bytesPerSecond, flopPerSecond }: Roof): number => flopPerSecond / bytesPerSecond

export const attainable = (intensity: number, { bytesPerSecond, flopPerSecond }: Roof): number =>
  Math.min(flopPerSecond, intensity * bytesPerSecond)

const mostBatchTokens = 65_536

/** The smallest micro-batch that takes at least as long to compute as to read, or null if it exceeds 65,536 tokens. */
export function turningBatch(model: ReadModel, settings: CacheSettings, roof: Roof, depth = 0): number | null {
  const ridge = ridgeOf(roof)
  const computes = (batchTokens: number) => intensityOf(batchCost(model, settings, { batchTokens, depth })) >= ridge
  if (!computes(mostBatchTokens)) return null
  let [low, high] = [0, mostBatchTokens]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (computes(middle)) high = middle
    else low = middle
  }
  return high
}
