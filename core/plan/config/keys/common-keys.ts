/** Source: llama.cpp, `TextModel.__init__` and `TextModel.set_gguf_parameters` in conversion/base.py. */
import { type ConfigKeys, mostLayers } from './config-keys'
import type { GgufKeys } from './gguf-keys'
import { wrongKey } from './unreadable'

const layerNames = 'num_hidden_layers n_layers n_layer num_layers num_transformer_layers'

export function layersOf(config: ConfigKeys): number {
  const layers = config.demand(layerNames, mostLayers)
  if (layers === 0) throw wrongKey('num_hidden_layers', layers, { kind: 'whole-number', least: 1, most: mostLayers })
  return layers
}

export function commonKeys(config: ConfigKeys): GgufKeys {
  const headDim = config.count('head_dim')
  return {
    block_count: layersOf(config),
    context_length: contextLength(config),
    embedding_length: config.demand('hidden_size n_embd dim'),
    'attention.head_count': config.demandPerLayer('num_attention_heads n_head n_heads'),
    'attention.head_count_kv': config.perLayer('num_key_value_heads n_kv_heads'),
    'attention.key_length': headDim,
    'attention.value_length': headDim,
    'attention.causal': config.flag('is_causal') === false ? false : undefined,
    ...computeKeys(config),
  }
}

export const contextLength = (config: ConfigKeys): number =>
  config.count('max_position_embeddings n_ctx n_positions max_length max_sequence_length model_max_length max_seq_len') ?? 0

export const computeKeys = (config: ConfigKeys): GgufKeys => ({
  vocab_size: config.soft('vocab_size'),
  feed_forward_length: config.soft('prefix_dense_intermediate_size dense_intermediate_size intermediate_size n_inner hidden_dim'),
  expert_count: config.soft('num_local_experts num_experts n_routed_experts'),
  expert_used_count: config.soft('num_experts_per_tok num_experts_per_token top_k_experts'),
  expert_feed_forward_length: config.soft('moe_intermediate_size'),
})

/** Prediction layers come last. */
export function withNextLayers(keys: GgufKeys, config: ConfigKeys, names = 'num_nextn_predict_layers'): GgufKeys {
  const next = config.count(names, mostLayers) ?? 0
  if (next === 0) return keys
  return { ...keys, block_count: Number(keys.block_count) + next, nextn_predict_layers: next }
}

export const slidingFlags = (types: readonly string[]): boolean[] => types.map((type) => type === 'sliding_attention')
