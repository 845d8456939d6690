/**
 * The roofline: a step takes at least the longer of
 *
 *   bytes / bandwidth        FLOP / peak
 *
 * and changes sides where its intensity (FLOP / byte) is peak / bandwidth.
 *
 * Source: Williams, Waterman and Patterson, "Roofline", Communications of the ACM 52 (4), 2009. MBU (model bandwidth utilization): Databricks,
 * "LLM Inference Performance Engineering: Best Practices", 2023.
 */
import type { CacheSettings } from '../kv/cache-settings'
import { type BatchCost, batchCost, type ReadModel } from './token-reads'

/** In ms. */
export const allowedItlMs = (bytesPerToken: number, bytesPerSecond: number): number => (bytesPerToken * 1000) / bytesPerSecond

/** 0 to 1; more if a processor's cache serves what counts as read from memory. */
export const bandwidthUtilization = (bytesPerToken: number, itlMs: number, bytesPerSecond: number): number =>
  allowedItlMs(bytesPerToken, bytesPerSecond) / itlMs

/** FLOP per byte. */
export const intensityOf = ({ flop, bytes }: BatchCost): number => flop / bytes

export interface Roof {
  readonly bytesPerSecond: number
  readonly flopPerSecond: number
}

/** FLOP per byte. */
export const ridgeOf = ({ bytesPerSecond, flopPerSecond }: Roof): number => flopPerSecond / bytesPerSecond

/** Under the roof, FLOP/s. */
export const attainable = (intensity: number, { bytesPerSecond, flopPerSecond }: Roof): number =>
  Math.min(flopPerSecond, intensity * bytesPerSecond)

const mostBatchTokens = 65_536

/** The smallest micro-batch whose computing takes as long as its reading; null: no batch of up to 65,536 tokens. */
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
