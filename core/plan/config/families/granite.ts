/** Source: llama.cpp, conversion/granite.py. */
import { commonKeys, layersOf, slidingFlags } from '../keys/common-keys'
import type { ConfigKeys } from '../keys/config-keys'
import { alike, type Families, family } from '../keys/family'
import type { GgufKeys } from '../keys/gguf-keys'
import { missingKey } from '../keys/unreadable'

const plain = (config: ConfigKeys): GgufKeys => ({
  ...commonKeys(config),
  'attention.key_length': undefined,
  'attention.value_length': undefined,
})

const windowed = (config: ConfigKeys): GgufKeys => {
  const types = config.words('layer_types')
  return {
    ...plain(config),
    'attention.sliding_window': config.count('sliding_window') ?? 128,
    'attention.sliding_window_pattern': types
      ? slidingFlags(types)
      : Array.from({ length: layersOf(config) }, (_, layer) => layer % 4 !== 0),
  }
}

/** Leaves out the last layer, the router, because llama.cpp adds it. */
const switching = (config: ConfigKeys): GgufKeys => ({ ...plain(config), block_count: layersOf(config) - 1 })

function attends(config: ConfigKeys): boolean[] {
  const layers = layersOf(config)
  const types = config.words('layer_types layers_block_type')
  if (types?.length) return types.map((type) => type === 'attention' || type === 'full_attention')
  const indices = config.counts('attn_layer_indices')
  const period = config.count('attn_layer_period')
  if (!indices?.length && !period) throw missingKey('attn_layer_indices', 'whole-numbers')
  const offset = period ? config.demand('attn_layer_offset') : 0
  return Array.from({ length: layers }, (_, layer) => (indices?.length ? indices.includes(layer) : layer % (period ?? 1) === offset))
}

const isPlain = (config: ConfigKeys): boolean => attends(config).every(Boolean)

/** Layers without KV heads are recurrent. Without RoPE, the context has no limit. */
function hybrid(config: ConfigKeys): GgufKeys {
  const attention = attends(config)
  if (attention.every(Boolean)) return plain(config)
  const kvHeads = config.demand('num_key_value_heads n_head_kv')
  const isBamba = config.words('architectures')?.includes('BambaForCausalLM') ?? false
  return {
    ...plain(config),
    ...(isBamba ? {} : { context_length: 2 ** 20 }),
    'attention.head_count_kv': attention.map((does) => (does ? kvHeads : 0)),
    'ssm.conv_kernel': config.demand('mamba_d_conv conv_kernel d_conv mamba_conv_kernel'),
    'ssm.state_size': config.demand('mamba_d_state state_size d_state state_dim ssm_state_size'),
    'ssm.group_count': config.demand('mamba_n_groups n_groups num_groups'),
    'ssm.inner_size': config.demand('mamba_expand expand') * config.demand('hidden_size d_model'),
  }
}

const mixtureOrNot = (config: ConfigKeys): string => (config.count('num_experts_per_tok num_experts_per_token') ? 'granitemoe' : 'granite')

export const granite: Families = {
  GraniteForCausalLM: family('granite', plain),
  ...alike('GraniteMoeForCausalLM GraniteMoeSharedForCausalLM', family('granitemoe', plain)),
  ...alike('GraniteSWAForCausalLM GraniteMoeSWAForCausalLM', family('granite_swa', windowed)),
  GraniteSwitchForCausalLM: family('graniteswitch', switching),
  ...alike(
    'GraniteMoeHybridForCausalLM BambaForCausalLM',
    family((config) => (isPlain(config) ? mixtureOrNot(config) : 'granitehybrid'), hybrid),
  ),
}
