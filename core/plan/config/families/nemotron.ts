/** Source: llama.cpp, `NemotronHModel` and `NemotronHPuzzleModel` in conversion/nemotron.py. */
import { commonKeys, layersOf } from '../keys/common-keys'
import { type ConfigKeys, mostLayers } from '../keys/config-keys'
import { type Families, family } from '../keys/family'
import type { GgufKeys } from '../keys/gguf-keys'
import { missingKey, unreadable } from '../keys/unreadable'

type LayerKind = 'attention' | 'state' | 'feed-forward'

const letters: Readonly<Record<string, LayerKind>> = { '*': 'attention', M: 'state', '-': 'feed-forward', E: 'feed-forward' }
const words: Readonly<Record<string, LayerKind>> = {
  attention: 'attention',
  full_attention: 'attention',
  mamba: 'state',
  linear_attention: 'state',
  mlp: 'feed-forward',
  moe: 'feed-forward',
}

function layerKinds(config: ConfigKeys): LayerKind[] {
  const pattern = config.word('hybrid_override_pattern')
  const types = pattern === undefined ? config.words('layers_block_type') : undefined
  const listed = config.sections('block_configs')?.map((block) => words[block.word('block_type') ?? ''])
  const kinds = pattern ? [...pattern].map((letter) => letters[letter]) : (types?.map((word) => words[word]) ?? listed)
  if (!kinds) throw missingKey('hybrid_override_pattern', 'word')
  if (kinds.length === 0 || kinds.length > mostLayers || kinds.some((kind) => kind === undefined))
    throw unreadable({ kind: 'hybrid-pattern' })
  if (pattern && kinds.length !== layersOf(config))
    throw unreadable({ kind: 'hybrid-layers', patternLayers: kinds.length, layers: layersOf(config) })
  return kinds as LayerKind[]
}

const isMixture = (config: ConfigKeys): boolean => config.has('num_experts_per_tok block_configs')

function nemotronH(config: ConfigKeys): GgufKeys {
  const kinds = layerKinds(config)
  // Prediction layers have attention and feed-forward.
  const next = isMixture(config) ? (config.count('num_nextn_predict_layers', mostLayers) ?? 0) : 0
  const all = [...kinds, ...new Array<'both'>(next).fill('both')]
  const kvHeads = config.demand('num_key_value_heads')
  const headDim = config.demand('head_dim attention_head_dim')
  const feedForward = config.soft(isMixture(config) ? 'moe_intermediate_size' : 'intermediate_size n_inner hidden_dim') || 1
  return {
    ...commonKeys(config),
    block_count: all.length,
    nextn_predict_layers: next || undefined,
    // Without RoPE, the context has no limit.
    context_length: 2 ** 20,
    feed_forward_length: all.map((kind) => (kind === 'feed-forward' || kind === 'both' ? feedForward : 0)),
    'attention.head_count_kv': all.map((kind) => (kind === 'attention' || kind === 'both' ? kvHeads : 0)),
    'attention.key_length': headDim,
    'attention.value_length': headDim,
    'ssm.conv_kernel': config.demand('conv_kernel d_conv mamba_conv_kernel mamba_d_conv'),
    'ssm.state_size': config.demand('state_size d_state state_dim ssm_state_size mamba_state_size mamba_d_state'),
    'ssm.group_count': config.demand('n_groups num_groups mamba_n_groups mamba_num_groups'),
    'ssm.inner_size': config.demand('num_heads mamba_num_heads') * config.demand('mamba_head_dim hidden_size d_model'),
  }
}

export const nemotron: Families = {
  NemotronHForCausalLM: family((config) => (isMixture(config) ? 'nemotron_h_moe' : 'nemotron_h'), nemotronH),
  NemotronHPuzzleForCausalLM: family('nemotron_h_moe', nemotronH),
}
