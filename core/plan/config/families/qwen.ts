/** Source: llama.cpp, `Qwen3NextModel` and `_QwenMtpMixin` in conversion/qwen.py; conversion/qwen4exp.py. */
import { commonKeys, layersOf, withNextLayers } from '../keys/common-keys'
import type { ConfigKeys } from '../keys/config-keys'
import { alike, type Families, family } from '../keys/family'
import type { GgufKeys } from '../keys/gguf-keys'

function linearKeys(config: ConfigKeys): GgufKeys {
  const types = config.words('layer_types')
  return {
    ...commonKeys(config),
    'ssm.conv_kernel': config.demand('linear_conv_kernel_dim'),
    'ssm.state_size': config.demand('linear_key_head_dim'),
    'ssm.group_count': config.demand('linear_num_key_heads'),
    'ssm.time_step_rank': config.demand('linear_num_value_heads'),
    'ssm.inner_size': config.demand('linear_value_head_dim') * config.demand('linear_num_value_heads'),
    full_attention_interval: config.count('full_attention_interval') ?? 4,
    'attention.recurrent_layers': types?.map((type) => type === 'linear_attention'),
  }
}

function withPrediction(config: ConfigKeys): GgufKeys {
  const keys = withNextLayers(linearKeys(config), config, 'mtp_num_hidden_layers')
  const recurrent = keys['attention.recurrent_layers']
  if (!Array.isArray(recurrent)) return keys
  const next = Number(keys.block_count) - layersOf(config)
  return { ...keys, 'attention.recurrent_layers': [...recurrent, ...new Array<boolean>(next).fill(false)] }
}

const qwen4exp = (config: ConfigKeys): GgufKeys => {
  const pleLayers = (config.counts('ple_layer_ids') ?? []).map((layer) => Math.max(0, layer - 1))
  const hasPle = pleLayers.length > 0
  return {
    ...linearKeys(config),
    'hyper_connection.count': config.demand('hc_count'),
    'attention.indexer.head_count': config.demand('indexer_n_heads'),
    'attention.indexer.key_length': config.demand('indexer_head_dim'),
    'attention.indexer.top_k': config.demand('indexer_budget'),
    'ple.layers': hasPle ? pleLayers : undefined,
    'ple.ngram_size': hasPle ? config.demand('ngram_size') : undefined,
    'ple.conv_kernel': hasPle ? config.demand('ple_conv_kernel_size') : undefined,
  }
}

export const qwen: Families = {
  Qwen3NextForCausalLM: family('qwen3next', withPrediction),
  ...alike('Qwen3_5ForConditionalGeneration Qwen3_5ForCausalLM MiniCPMV4_6ForConditionalGeneration', family('qwen35', withPrediction)),
  ...alike('Qwen3_5MoeForConditionalGeneration Qwen3_5MoeForCausalLM', family('qwen35moe', withPrediction)),
  ...alike('Qwen4ExpForConditionalGeneration Qwen4ExpForCausalLM', family('qwen4exp', qwen4exp)),
}
