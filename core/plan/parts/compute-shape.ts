/**
 * f32 elements per token at the widest points of the graph.
 *
 * Source: `build_attn`, `build_ffn`, `build_moe_ffn` in src/llama-graph.cpp and the graphs in src/models/, llama.cpp v0.5.0.
 */
import { vocabularyTokens } from '../../gguf/describe-model'
import { architectureOf, type GgufHeader, type GgufTensor } from '../../gguf/header'
import { WidthKeys } from './width-keys'

export interface ComputeShape {
  readonly heads: number
  readonly outputElements: number
  readonly layerElements: number
  readonly attendsWithoutCache: boolean
}

export function computeShapeOf(header: GgufHeader): ComputeShape | null {
  const architecture = architectureOf(header) ?? ''
  const keys = new WidthKeys(header, architecture)
  const embeddingDim = keys.most('embedding_length')
  const vocabulary = outputRows(header.tensors) ?? (keys.most('vocab_size') || vocabularyTokens(header) || 0)
  if (embeddingDim === 0 || vocabulary === 0) return null
  const perLayerInputs = perLayerInputElements(keys, architecture)
  const moments = [
    attention(keys, embeddingDim),
    feedForward(keys, embeddingDim),
    experts(keys, embeddingDim),
    recurrence(keys, embeddingDim, architecture),
    perLayerInputs > 0 ? 3 * perLayerInputs + 2 * embeddingDim : 0,
  ]
  return {
    heads: keys.most('attention.head_count'),
    outputElements: vocabulary + 2 * embeddingDim,
    // The last two terms stay in memory through all layers.
    layerElements: Math.max(...moments) + perLayerInputs + 2 * keys.most('hyper_connection.count') * embeddingDim,
    attendsWithoutCache: keys.isFalse('attention.causal') || /bert/.test(architecture),
  }
}

function outputRows(tensors: readonly GgufTensor[]): number | undefined {
  const find = (name: string) => tensors.find((tensor) => tensor.name === name)?.shape[1]
  return find('output.weight') ?? find('token_embd.weight')
}

/** With MLA, each query exists twice: before and after absorption. */
function attention(keys: WidthKeys, embeddingDim: number): number {
  const heads = keys.most('attention.head_count')
  const headDim = heads > 0 ? Math.floor(embeddingDim / heads) : 0
  const keyDim = keys.most('attention.key_length') || headDim
  const valueDim = keys.most('attention.value_length') || headDim
  const latent = keys.most('attention.key_length_mla')
  if (latent > 0) return 2 * embeddingDim + heads * (2 * latent + valueDim + keyDim) + keyDim
  const kvHeads = keys.most('attention.head_count_kv') || heads
  return 2 * embeddingDim + 2 * heads * keyDim + kvHeads * (keyDim + valueDim)
}

const feedForward = (keys: WidthKeys, embeddingDim: number): number => 2 * embeddingDim + 2 * keys.most('feed_forward_length')

/** Counts the experts' outputs before their sum, or their hidden values if those are wider. */
function experts(keys: WidthKeys, embeddingDim: number): number {
  const used = keys.most('expert_used_count')
  if (keys.most('expert_count') === 0) return 0
  const width = keys.most('expert_feed_forward_length') || keys.most('feed_forward_length')
  return 2 * embeddingDim + Math.max(2 * used * embeddingDim, 2 * used * width + embeddingDim)
}

/** RWKV mixes five shifted copies of its input. */
function recurrence(keys: WidthKeys, embeddingDim: number, architecture: string): number {
  if (/rwkv/.test(architecture)) return 20 * embeddingDim
  if (/^lfm2/.test(architecture)) return 7 * embeddingDim
  const inner = keys.most('ssm.inner_size')
  if (inner === 0 || !hasStateSpace.test(architecture)) return 0
  return 2 * embeddingDim + 5 * inner + 6 * keys.most('ssm.group_count') * keys.most('ssm.state_size')
}
const hasStateSpace = /^(mamba|jamba|falcon-h1|plamo2|granitehybrid|nemotron_h|qwen3next|qwen35|qwen4exp|kimi|bailingmoe3)/

/** llama.cpp's default for Gemma 3n is 256. */
function perLayerInputElements(keys: WidthKeys, architecture: string): number {
  const width = keys.most('embedding_length_per_layer_input') || (architecture === 'gemma3n' ? 256 : 0)
  return /^gemma/.test(architecture) ? width * keys.most('block_count') : 0
}
