/**
 * Returns why a context's cells can't be moved to close a gap, or null if they can. Refuses unknown models, because llama.cpp aborts the
 * process if it can't move the cells (`GGML_ASSERT(hparams.n_pos_per_embd() == 1)`). Source: `llama_kv_cache::get_can_shift` and `seq_add`
 * in src/llama-kv-cache.cpp, `llama_kv_cache_iswa::get_can_shift`; `adaptStateToTokens` of node-llama-cpp 3.21.1.
 */
import type { LlamaModel } from 'node-llama-cpp'
import type { ShiftRefusal } from '../../../core/contract/settings/overflow'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { installedRelease } from '../../../core/kv/shape/release'

export function shiftRefusalOf(model: LlamaModel, shape: CacheShape | undefined, swaFullCache: boolean): ShiftRefusal | null {
  const { isRecurrent, isHybrid, swaSize } = model.fileInsights
  if (isRecurrent || isHybrid) return 'recurrent-state'
  const release = shape?.releases[installedRelease]
  if (!release || 'unloadable' in release) return 'other-memory'
  const isPlain = release.memoryClass === 'kv_cache' || release.memoryClass === 'kv_cache_iswa'
  if (isPlain && release.needsEqualTypes) return 'latent-attention'
  if (!isPlain) return 'other-memory'
  if (swaSize !== undefined && !swaFullCache) return 'sliding-window'
  return hasSeveralAxes(model) ? 'multi-axis-positions' : null
}

/** Source: `llama_model_rope_type` in src/llama-model.cpp. */
const seenByAxes = /vl|ocr|^qwen35|^glm/

function hasSeveralAxes({ fileInfo }: LlamaModel): boolean {
  if (!seenByAxes.test(String(fileInfo.metadata.general.architecture))) return false
  const keys = fileInfo.architectureMetadata as { rope?: { dimension_sections?: unknown } } | undefined
  return keys?.rope?.dimension_sections !== undefined
}
