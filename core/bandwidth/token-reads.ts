import type { TokenReads } from '../contract/chat/turn'
import type { CacheSettings } from '../kv/cache-settings'
import type { CacheShape } from '../kv/shape/cache-shape'
import { attendedCells, cacheReads } from './cache-reads'
import type { WeightReads } from './weights/weight-reads'

export interface ReadModel {
  readonly shape: CacheShape
  readonly weights: WeightReads
}

/** `tokens`: cells in use, including the token's own. */
export function tokenReads({ shape, weights }: ReadModel, settings: CacheSettings, tokens: number): Omit<TokenReads, 'location'> {
  const span = { tokens, newTokens: 1 }
  return {
    tokens,
    weights: [...weights.byType],
    caches: cacheReads(shape, settings, span),
    flop: weights.layerFlop + weights.outputFlop + weights.attentionFlop * attendedCells(shape, settings, span),
  }
}

type Reads = Pick<TokenReads, 'weights' | 'caches'>
export const weightBytesOf = ({ weights }: Pick<Reads, 'weights'>): number => weights.reduce((sum, { bytes }) => sum + bytes, 0)
export const cacheReadBytesOf = ({ caches }: Pick<Reads, 'caches'>): number => caches.reduce((sum, { readBytes }) => sum + readBytes, 0)
export const writtenBytesOf = ({ caches }: Pick<Reads, 'caches'>): number => caches.reduce((sum, { writtenBytes }) => sum + writtenBytes, 0)

export const movedBytesOf = (reads: Reads): number => weightBytesOf(reads) + cacheReadBytesOf(reads) + writtenBytesOf(reads)

export interface BatchCost {
  readonly bytes: number
  readonly flop: number
}

/**
 * The cost of one micro-batch of a prefill, with `depth` tokens already in the cache. Its tokens share one read of weights and cells.
 * Only a prompt's last token needs the output matrix, which is left out. If a token uses k of E equally likely experts,
 * n tokens read E x (1 - (1 - k/E)^n) experts on average.
 */
export function batchCost({ shape, weights }: ReadModel, settings: CacheSettings, { batchTokens, depth }: BatchSize): BatchCost {
  const span = { tokens: depth + batchTokens, newTokens: batchTokens }
  const caches = cacheReads(shape, settings, span)
  const usedBytes = weights.experts.reduce((sum, { bytes, used, count }) => sum + (bytes * used) / count, 0)
  const denseBytes = weightBytesOf({ weights: [...weights.byType] }) - weights.outputBytes - weights.lookupBytes - usedBytes
  const expertBytes = weights.experts.reduce((sum, { bytes, used, count }) => sum + bytes * (1 - (1 - used / count) ** batchTokens), 0)
  const bytes = denseBytes + expertBytes + weights.lookupBytes * batchTokens + cacheReadBytesOf({ caches }) + writtenBytesOf({ caches })
  return { bytes, flop: weights.layerFlop * batchTokens + weights.attentionFlop * attendedCells(shape, settings, span) }
}

export interface BatchSize {
  readonly batchTokens: number
  readonly depth: number
}
