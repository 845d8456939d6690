/** The compute buffer: an estimate, never exact. */
import type { CachePlan } from '../kv/cache-plan'
import type { CacheSettings } from '../kv/cache-settings'
import type { ComputeShape } from './compute-shape'

/** Not measured yet. */
export const computeErrorShare: number | null = null

/** Bytes. */
export function computeBytes(shape: ComputeShape, { flashAttention }: CacheSettings, { sizes }: CachePlan): number {
  const { microBatchTokens, cellsPerSequence } = sizes
  const logits = microBatchTokens * shape.vocabularyTokens * 4
  const scores = flashAttention === 'off' ? microBatchTokens * cellsPerSequence * shape.heads * 4 : 0
  const mask = microBatchTokens * cellsPerSequence * 2
  const widths = microBatchTokens * (2 * shape.embeddingDim + 2 * shape.feedForwardDim) * 4
  return Math.max(logits, scores + widths) + mask
}
