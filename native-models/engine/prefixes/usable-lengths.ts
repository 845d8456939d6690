import type { LlamaContextSequence } from 'node-llama-cpp'
import type { CacheAllocation } from '../../../core/contract/cache/cache'
import { everyLength, type Usable } from '../../../core/prefix/holding'
import { checkpointsOf } from '../sequences/checkpoints'

/**
 * The lengths that can be copied. A copy is a state, and llama.cpp writes only those cells of a sliding window that the next token needs. So a
 * shorter copy would miss cells, even if the sequence itself still has them.
 */
export function usableLengthsOf(sequence: LlamaContextSequence, caches: readonly Pick<CacheAllocation, 'kind'>[]): Usable {
  const { isRecurrent, isHybrid } = sequence.model.fileInsights
  const hasWindow = caches.some(({ kind }) => kind === 'sliding')
  if (!isRecurrent && !isHybrid && !hasWindow) return everyLength
  const stops = sequence.needsCheckpoints ? checkpointsOf(sequence).map(({ tokens }) => tokens) : []
  return { cutFrom: Number.POSITIVE_INFINITY, stops }
}
