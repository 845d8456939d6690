import type { CacheShape, MemoryClass } from '../kv/shape/cache-shape'
import { installedRelease } from '../kv/shape/release'

const withState: readonly MemoryClass[] = ['memory_recurrent', 'memory_hybrid', 'memory_hybrid_iswa', 'memory_hybrid_idx']

/** A recurrent state cannot be rolled back after a wrong draft. */
export function keepsState(shape: CacheShape): boolean {
  const release = shape.releases[installedRelease]
  return !('unloadable' in release) && withState.includes(release.memoryClass)
}
