/** Source: llama.cpp, conversion/jamba.py, falcon_h1.py, plamo.py and lfm2.py. */
import { commonKeys, layersOf } from '../keys/common-keys'
import type { ConfigKeys } from '../keys/config-keys'
import { alike, extended, type Families, family } from '../keys/family'
import type { GgufKeys } from '../keys/gguf-keys'

function jamba(config: ConfigKeys): GgufKeys {
  const kvHeads = config.demand('num_key_value_heads')
  const offset = config.demand('attn_layer_offset')
  const period = Math.max(1, config.demand('attn_layer_period'))
  const attends = (layer: number) => layer >= offset && (layer - offset) % period === 0
  return {
    ...commonKeys(config),
    'attention.key_length': undefined,
    'attention.value_length': undefined,
    'attention.head_count_kv': Array.from({ length: layersOf(config) }, (_, layer) => (attends(layer) ? kvHeads : 0)),
    'ssm.conv_kernel': config.count('mamba_d_conv') || 4,
    'ssm.inner_size': config.demand('mamba_expand') * config.demand('hidden_size mamba_d_model'),
    'ssm.state_size': config.count('mamba_d_state') || 16,
  }
}

const falconH1 = extended('falcon-h1', (config) => ({
  'attention.head_count_kv': config.demand('num_key_value_heads'),
  'ssm.conv_kernel': config.count('conv_kernel d_conv mamba_d_conv') || 4,
  'ssm.inner_size': config.demand('mamba_d_ssm'),
  'ssm.state_size': config.count('state_size d_state mamba_d_state') || 128,
  'ssm.group_count': config.count('n_groups mamba_n_groups') || 1,
}))

function plamo2(config: ConfigKeys): GgufKeys {
  const layers = layersOf(config)
  const step = Math.max(1, config.count('mamba_step') ?? 2)
  const half = Math.floor(step / 2)
  const attends = (layer: number) => (layers <= half ? layer === layers - 1 : layer % step === half)
  const perLayer = (value: number) => Array.from({ length: layers }, (_, layer) => (attends(layer) ? value : 0))
  const headDim = config.count('hidden_size_per_head') ?? 128
  return {
    ...commonKeys(config),
    'attention.head_count': perLayer(config.count('num_attention_heads') ?? 32),
    'attention.head_count_kv': perLayer(config.count('num_key_value_heads') ?? 4),
    'attention.key_length': headDim,
    'attention.value_length': headDim,
    'ssm.conv_kernel': config.count('mamba_d_conv') ?? 4,
    'ssm.state_size': config.count('mamba_d_state') ?? 64,
    'ssm.inner_size': (config.count('mamba_num_heads') ?? 64) * headDim,
    'ssm.group_count': 0,
  }
}

function lfm2(config: ConfigKeys): GgufKeys {
  const kvHeads = config.demand('num_key_value_heads')
  const attending = config.counts('full_attn_idxs')
  const types = attending ? undefined : config.demandWords('layer_types')
  const attends = (layer: number) => (types ? types[layer] !== 'conv' : (attending?.includes(layer) ?? false))
  const layers = types?.length ?? layersOf(config)
  return {
    ...commonKeys(config),
    'attention.head_count_kv': Array.from({ length: layers }, (_, layer) => (attends(layer) ? kvHeads : 0)),
    'shortconv.l_cache': config.demand('conv_L_cache'),
  }
}

export const hybrids: Families = {
  JambaForCausalLM: family('jamba', jamba),
  FalconH1ForCausalLM: falconH1,
  ...alike('Plamo2ForCausalLM PLaMo2ForCausalLM', family('plamo2', plamo2)),
  ...alike('Lfm2ForCausalLM LFM2ForCausalLM Lfm2Model Lfm2BidirectionalModel', family('lfm2', lfm2)),
  Lfm2MoeForCausalLM: family('lfm2moe', lfm2),
}
