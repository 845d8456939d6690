/** Source: llama.cpp, conversion/mamba.py and rwkv.py. */
import { computeKeys, layersOf } from '../keys/common-keys'
import type { ConfigKeys } from '../keys/config-keys'
import { alike, type Families, family } from '../keys/family'
import type { GgufKeys } from '../keys/gguf-keys'

/** These models have no context limit, so the converter writes this length. */
const endless = 2 ** 20

const recurrent = (config: ConfigKeys, embeddingDim: number): GgufKeys => ({
  ...computeKeys(config),
  block_count: layersOf(config),
  context_length: endless,
  embedding_length: embeddingDim,
  feed_forward_length: 0,
  'attention.head_count': 0,
})

const mamba1 = (config: ConfigKeys): GgufKeys => {
  const width = config.demand('hidden_size d_model')
  return {
    ...recurrent(config, width),
    'ssm.conv_kernel': config.count('conv_kernel d_conv') || 4,
    'ssm.inner_size': config.count('intermediate_size d_inner') || 2 * width,
    'ssm.state_size': config.count('state_size d_state') || 16,
  }
}

const mamba2 = (config: ConfigKeys): GgufKeys => {
  const width = config.demand('hidden_size d_model dim')
  return {
    ...recurrent(config, width),
    'ssm.conv_kernel': config.count('conv_kernel d_conv') || 4,
    'ssm.inner_size': config.count('mamba_d_ssm intermediate_size d_inner') || (config.count('mamba_expand expand') || 2) * width,
    'ssm.state_size': config.count('state_size d_state') || 128,
    'ssm.group_count': config.count('n_groups') || 1,
  }
}

/** `shifts` counts the token shifts of a layer: 1 (time mix) or, by default, 2 (time mix and channel mix). */
const rwkv =
  (headSize: (config: ConfigKeys) => number, shifts?: number) =>
  (config: ConfigKeys): GgufKeys => ({
    ...recurrent(config, config.demand('hidden_size')),
    'wkv.head_size': headSize(config),
    token_shift_count: shifts,
  })

const evenHeads = (config: ConfigKeys): number =>
  Math.floor(config.demand('hidden_size') / Math.max(1, config.demand('num_attention_heads')))

export const mamba: Families = {
  ...alike('MambaForCausalLM MambaLMHeadModel FalconMambaForCausalLM', family('mamba', mamba1)),
  Mamba2ForCausalLM: family('mamba2', mamba2),
  Rwkv6ForCausalLM: family(
    'rwkv6',
    rwkv((config) => config.demand('head_size')),
  ),
  RWKV6Qwen2ForCausalLM: family('rwkv6qwen2', rwkv(evenHeads, 1)),
  ...alike(
    'Rwkv7ForCausalLM RWKV7ForCausalLM',
    family(
      'rwkv7',
      rwkv((config) => config.demand('head_size head_dim')),
    ),
  ),
  RwkvHybridForCausalLM: family(
    'arwkv7',
    rwkv((config) => config.demand('head_size'), 1),
  ),
}
