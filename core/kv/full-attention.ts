/**
 * What the cache of a model with full attention in every layer costs:
 *
 *   bytes = sequences x cells x sum over layers of [row(K type, kvHeads x keyDim) + row(V type, kvHeads x valueDim)]
 *
 * Source: `llama_kv_cache` in src/llama-kv-cache.cpp, llama.cpp v0.4.0. Other memory classes are not
 * computed here: for them the answer is null, never a guess.
 */
import type { KvSettings } from '../contract/kv-settings'
import { ggmlType, rowBytes } from '../gguf/ggml-types'
import type { GgufHeader } from '../gguf/header'
import { type AttentionShape, attentionShape } from './attention-shape'
import { cellsPerSequence } from './cells'

/** Architectures whose context has windows, recurrent state, latent or indexer caches, or layers that share. */
const otherClasses = new Set(
  `llama4 gemma2 gemma3 gemma3n gemma4 gemma4-assistant gpt-oss cohere2 cohere2moe exaone4 exaone-moe muse-glimmer olmo2 mellum afmoe laguna plamo3
   smallthinker mimo2 step35 granite_swa dots3note dflash deepseek4 lfm2 lfm2moe deepseek32 glm-dsa minimax-m3 minimax-01 mamba mamba2 rwkv6 rwkv6qwen2
   rwkv7 arwkv7 falcon-h1 jamba plamo2 granitehybrid kimi-linear kimi-k3 bailingmoe3 nemotron_h nemotron_h_moe qwen3next qwen35 qwen35moe qwen4exp
   nanbeige graniteswitch t5 openelm deci hy_v3`.split(/\s+/),
)

type CacheSettings = Pick<KvSettings, 'keyType' | 'valueType' | 'sequences'>

/** Bytes that llama.cpp will allocate for the cache, or null where this model is not of this class. */
export function fullAttentionBytes(header: GgufHeader, settings: CacheSettings, contextTokens: number): number | null {
  const shape = attentionShape(header)
  if (!isFullAttention(shape)) return null
  const perCell = bytesPerCell(shape, settings)
  return perCell === null ? null : perCell * cellsPerSequence(contextTokens, settings.sequences, shape.trainedTokens) * settings.sequences
}

/** The largest context that keeps the cache within `freeBytes`, in whole paddings; null where it cannot be said. */
export function fittingContextTokens(header: GgufHeader, settings: CacheSettings, freeBytes: number): number | null {
  const shape = attentionShape(header)
  if (!isFullAttention(shape)) return null
  const perCell = bytesPerCell(shape, settings)
  return perCell === null || perCell === 0 ? null : Math.floor(freeBytes / (perCell * settings.sequences) / 256) * 256
}

const isFullAttention = (shape: AttentionShape | undefined): shape is AttentionShape =>
  shape !== undefined && !shape.isMla && !otherClasses.has(shape.architecture)

function bytesPerCell(shape: AttentionShape, settings: CacheSettings): number | null {
  const key = ggmlType(settings.keyType)
  const value = ggmlType(settings.valueType)
  let bytes = 0
  for (const layer of shape.layers) {
    const keyWidth = layer.kvHeads * layer.keyDim
    const valueWidth = layer.kvHeads * layer.valueDim
    if (keyWidth % key.blockElements !== 0 || valueWidth % value.blockElements !== 0) return null
    bytes += rowBytes(key, keyWidth) + rowBytes(value, valueWidth)
  }
  return bytes
}
