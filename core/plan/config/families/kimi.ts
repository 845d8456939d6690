/** Source: llama.cpp, conversion/kimi_linear.py, kimi_k3.py and bailingmoe3.py. */
import { layersOf, withNextLayers } from '../keys/common-keys'
import type { ConfigKeys } from '../keys/config-keys'
import { alike, type Families, family } from '../keys/family'
import type { GgufKeys } from '../keys/gguf-keys'
import { latentKeys } from './deepseek'

/** `full_attn_layers` counts layers from 1. */
function linear(config: ConfigKeys): GgufKeys {
  const own = config.demandSection('linear_attn_config')
  const attending = own.demandCounts('full_attn_layers')
  return {
    ...latentKeys(config),
    // The converter does not write the latent vector's width.
    'attention.value_length': config.count('head_dim'),
    'attention.head_count_kv': Array.from({ length: layersOf(config) }, (_, layer) => (attending.includes(layer + 1) ? 1 : 0)),
    'ssm.conv_kernel': own.demand('short_conv_kernel_size'),
    'kda.head_dim': own.demand('head_dim'),
  }
}

/** The last layer of each group has attention, and so do all layers after the last whole group. */
function ling(config: ConfigKeys): GgufKeys {
  const layers = layersOf(config)
  const group = Math.max(1, config.demand('layer_group_size'))
  const attends = (layer: number) => layer >= Math.floor(layers / group) * group || (layer + 1) % group === 0
  const keys = withNextLayers(latentKeys(config), config)
  return {
    ...keys,
    'attention.value_length': config.count('head_dim'),
    'attention.head_count_kv': Array.from({ length: Number(keys.block_count) }, (_, layer) => (attends(layer) ? 1 : 0)),
    'ssm.conv_kernel': config.demand('short_conv_kernel_size'),
    'kda.head_dim': config.demand('head_dim'),
  }
}

export const kimi: Families = {
  ...alike('KimiLinearModel KimiLinearForCausalLM', family('kimi-linear', linear)),
  KimiK3ForConditionalGeneration: family('kimi-k3', linear),
  BailingMoeV3ForCausalLM: family('bailingmoe3', ling),
}
