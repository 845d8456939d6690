/**
 * The part of a model's shape that decides what its attention caches cost.
 *
 * Source: `llama_model_base::load_hparams` in src/llama-model.cpp, llama.cpp v0.4.0.
 */
import { architectureOf, type GgufHeader, isGgufArray, numberOf } from '../gguf/header'

export interface LayerShape {
  /** KV heads; 0: this layer has no attention cache. */
  readonly kvHeads: number
  /** Elements per head. */
  readonly keyDim: number
  readonly valueDim: number
}

export interface AttentionShape {
  readonly architecture: string
  readonly layers: readonly LayerShape[]
  readonly trainedTokens: number
  /** K and V are one tensor of latent vectors (MLA). */
  readonly isMla: boolean
}

/** undefined where the header lacks what every attention model has. */
export function attentionShape(header: GgufHeader): AttentionShape | undefined {
  const architecture = architectureOf(header) ?? ''
  const own = (key: string) => `${architecture}.${key}`
  const layerCount = numberOf(header, own('block_count'))
  const heads = perLayer(header, own('attention.head_count'), layerCount ?? 0)
  const width = numberOf(header, own('embedding_length'))
  if (!layerCount || !heads || !width) return undefined
  const kvHeads = perLayer(header, own('attention.head_count_kv'), layerCount) ?? heads
  const headDim = heads[0] ? width / heads[0] : 0
  const keyDim = numberOf(header, own('attention.key_length')) ?? headDim
  const valueDim = numberOf(header, own('attention.value_length')) ?? headDim
  return {
    architecture,
    layers: kvHeads.map((count) => ({ kvHeads: count, keyDim, valueDim })),
    trainedTokens: numberOf(header, own('context_length')) ?? 0,
    isMla: (numberOf(header, own('attention.key_length_mla')) ?? 0) > 0 && (numberOf(header, own('attention.value_length_mla')) ?? 0) > 0,
  }
}

/** A value that is given once for all layers or once per layer. */
function perLayer(header: GgufHeader, key: string, layers: number): number[] | undefined {
  const value = header.metadata.get(key)
  if (isGgufArray(value)) return value.values && value.values.length >= layers ? value.values.slice(0, layers).map(Number) : undefined
  const same = numberOf(header, key)
  return same === undefined ? undefined : Array.from({ length: layers }, () => same)
}
