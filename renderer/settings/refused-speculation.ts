import { sentenceOf } from '../../core/contract/sentences'
import type { CacheShape, MemoryClass } from '../../core/kv/cache-shape'
import { installedRelease } from '../../core/kv/release'

const withState: readonly MemoryClass[] = ['memory_recurrent', 'memory_hybrid', 'memory_hybrid_iswa', 'memory_hybrid_idx']

/** Why a model cannot draft ahead, or undefined. */
export function refusedSpeculation(shape: CacheShape | null): string | undefined {
  const release = shape?.releases[installedRelease]
  if (!release || 'unloadable' in release || !withState.includes(release.memoryClass)) return undefined
  return sentenceOf({ code: 'speculation-refused', facts: { reason: 'recurrent-state' } }).what
}
