/**
 * Counts the elements of matrices and of the main norms from a header's widths, without biases and other small vectors.
 *
 * Source: `create_tensor` of the models in src/models/, llama.cpp v0.5.0.
 */
import { vocabularyTokens } from '../../gguf/describe-model'
import { architectureOf, type GgufHeader } from '../../gguf/header'
import type { CacheShape } from '../../kv/shape/cache-shape'
import { installedRelease } from '../../kv/shape/release'
import { WidthKeys } from '../parts/width-keys'

export interface WeightElements {
  readonly layers: readonly number[]
  readonly embedding: number
  /** Norm and matrix. The matrix counts as 0 if it is the embedding. */
  readonly output: number
  readonly sharesEmbedding: boolean
  /** All experts, which `layers` includes. */
  readonly experts: number
  /** `experts` by layer. */
  readonly layerExperts: readonly number[]
  /** Upper bound on the relative error, tested in ../estimated-weights.test.ts. */
  readonly errorShare: number
}

const withoutGate =
  /^(gpt2|gptneox|gptj|falcon|bloom|mpt|starcoder2?|phi2|nemotron|nemotron_h|nemotron_h_moe|jais|arcee|apertus|codeshell|refact|plm|orion|persimmon)$/
const unknownLayers = /^(rwkv|arwkv|bert|nomic|jina|t5|wavtokenizer|deepseek4|gemma4|step|kimi-linear|plamo2|lfm2)/

/** Returns null if the widths do not determine the elements. */
export function weightElementsOf(header: GgufHeader, shape: CacheShape, sharesEmbedding: boolean): WeightElements | null {
  const architecture = architectureOf(header) ?? ''
  const keys = new WidthKeys(header, architecture)
  const width = keys.most('embedding_length')
  const vocabulary = keys.most('vocab_size') || vocabularyTokens(header) || 0
  const release = shape.releases[installedRelease]
  if (width === 0 || vocabulary === 0 || 'unloadable' in release || release.assumed || unknownLayers.test(architecture)) return null
  const recurrent = new Set(
    release.caches.filter(({ kind }) => kind === 'recurrent').flatMap(({ layers }) => layers.map(({ index }) => index)),
  )
  const attending = new Set(
    release.caches.filter(({ kind }) => kind !== 'recurrent').flatMap(({ layers }) => layers.map(({ index }) => index)),
  )
  const layers = Array.from({ length: shape.layers }, (_, layer): number => {
    const holdsState = recurrent.has(layer)
    // A layer that reuses another layer's cache still has queries.
    const attends = attending.has(layer) || !holdsState
    return (
      2 * width +
      (attends ? attention(keys, layer, width) : 0) +
      (holdsState ? recurrence(keys, architecture, width) : 0) +
      feedForward(keys, architecture, layer, width)
    )
  })
  const layerExperts = expertElements(keys, architecture, shape.layers, width)
  return {
    layers,
    embedding: vocabulary * width + perLayerEmbedding(keys, architecture, vocabulary),
    output: width + (sharesEmbedding ? 0 : vocabulary * width),
    sharesEmbedding,
    experts: layerExperts.reduce((sum, one) => sum + one, 0),
    layerExperts,
    errorShare: recurrent.size > 0 || keys.most('expert_count') > 0 || release.isLatent ? 0.1 : 0.02,
  }
}

function attention(keys: WidthKeys, layer: number, width: number): number {
  const heads = keys.at('attention.head_count', layer)
  if (heads === 0) return 0
  const even = Math.floor(width / heads)
  const keyDim = keys.most('attention.key_length') || even
  const valueDim = keys.most('attention.value_length') || even
  const latentKey = keys.most('attention.key_length_mla')
  if (latentKey > 0) return latentAttention(keys, width, heads, keyDim)
  const kvHeads = keys.at('attention.head_count_kv', layer) || heads
  return width * (heads * (keyDim + valueDim) + kvHeads * (keyDim + valueDim))
}

/** `keyDim` includes the latent vector and the rotated part. */
function latentAttention(keys: WidthKeys, width: number, heads: number, keyDim: number): number {
  const [latentKey, latentValue] = [keys.most('attention.key_length_mla'), keys.most('attention.value_length_mla')]
  const rank = keys.most('attention.kv_lora_rank') || keys.most('attention.value_length')
  const queryRank = keys.most('attention.q_lora_rank')
  const queries = queryRank > 0 ? queryRank * (width + heads * latentKey) : width * heads * latentKey
  const unpacked = rank * heads * (latentKey - (keyDim - rank) + latentValue)
  return queries + width * keyDim + unpacked + heads * latentValue * width
}

function feedForward(keys: WidthKeys, architecture: string, layer: number, width: number): number {
  const matrices = withoutGate.test(architecture) ? 2 : 3
  const inner = keys.at('feed_forward_length', layer)
  const experts = keys.most('expert_count')
  if (!hasExperts(keys, architecture, layer)) return matrices * width * inner
  const expertInner = keys.most('expert_feed_forward_length') || inner
  const sharedCount = architecture === 'llama4' ? 1 : keys.most('expert_shared_count')
  const shared = keys.most('expert_shared_feed_forward_length') || sharedCount * expertInner
  return matrices * width * (experts * expertInner + shared) + width * experts
}

function expertElements(keys: WidthKeys, architecture: string, layers: number, width: number): number[] {
  const matrices = withoutGate.test(architecture) ? 2 : 3
  const inner = keys.most('expert_feed_forward_length') || keys.most('feed_forward_length')
  const each = matrices * width * keys.most('expert_count') * inner
  return Array.from({ length: layers }, (_, layer) => (hasExperts(keys, architecture, layer) ? each : 0))
}

function hasExperts(keys: WidthKeys, architecture: string, layer: number): boolean {
  const step = expertStep(keys, architecture)
  return keys.most('expert_count') > 0 && layer >= keys.most('leading_dense_block_count') && layer % step === step - 1
}

/** Jamba has experts in every other layer, but no key says so. */
const expertStep = (keys: WidthKeys, architecture: string): number =>
  architecture === 'jamba' ? 2 : Math.max(1, keys.most('interleave_moe_layer_step'))

function recurrence(keys: WidthKeys, architecture: string, width: number): number {
  const [inner, state, kernel] = [keys.most('ssm.inner_size'), keys.most('ssm.state_size'), keys.most('ssm.conv_kernel')]
  const [groups, rank] = [keys.most('ssm.group_count'), keys.most('ssm.time_step_rank')]
  // Mamba 1 has a low-rank time step and a separate A per channel.
  if (/^(mamba|jamba)$/.test(architecture)) return width * 2 * inner + inner * (kernel + rank + 2 * state + rank + state) + inner * width
  if (/^(qwen3next|qwen35)/.test(architecture)) return width * (2 * groups * state + 2 * inner + 2 * rank) + inner * width
  return width * (2 * inner + 2 * groups * state + rank) + (inner + 2 * groups * state) * kernel + inner * width
}

/** Gemma 3n has an embedding for each layer. */
function perLayerEmbedding(keys: WidthKeys, architecture: string, vocabulary: number): number {
  const width = keys.most('embedding_length_per_layer_input') || (architecture === 'gemma3n' ? 256 : 0)
  return /^gemma/.test(architecture) ? width * keys.most('block_count') * vocabulary : 0
}
