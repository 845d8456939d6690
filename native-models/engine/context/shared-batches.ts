import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { installedRelease } from '../../../core/kv/shape/release'

/**
 * A batch of several sequences fails in llama.cpp v0.4.0 with:
 * * Latent attention (MLA) and repacked CPU weights: it aborts (`GGML_ASSERT(ne13 == 1)` in ggml/src/ggml-cpu/repack.cpp).
 * * Recurrent states and AMX: all sequences but the first are wrong (LFM2, ln p off by up to 0.47).
 */
export function canShareBatch(shape: CacheShape | undefined, systemInfo: string): boolean {
  const release = shape?.releases[installedRelease]
  if (release === undefined || 'unloadable' in release || release.isLatent) return false
  const hasStates = release.caches.some(({ kind }) => kind === 'recurrent')
  return !(hasStates && systemInfo.includes('AMX_INT8 = 1'))
}
