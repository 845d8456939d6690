import { type CodedError, coded } from '../../../contract/errors/coded-error'
import type { ConfigFlaw, ConfigValue } from '../../../contract/errors/gguf-reasons'
import { legible } from '../../../gguf/malformed'

export const unreadable = (flaw: ConfigFlaw): CodedError => coded('config-unreadable', { flaw })

const examples: Readonly<Record<string, string>> = {
  num_hidden_layers: '32',
  hidden_size: '4096',
  num_attention_heads: '32',
  num_key_value_heads: '8',
  head_dim: '128',
  sliding_window: '4096',
  layer_types: '["sliding_attention", "full_attention"]',
  kv_lora_rank: '512',
  qk_rope_head_dim: '64',
  qk_nope_head_dim: '128',
  v_head_dim: '128',
  index_head_dim: '128',
  compress_ratios: '[0, 0, 4, 128]',
  conv_L_cache: '3',
  hybrid_override_pattern: '"M-M*-"',
  attn_layer_indices: '[9, 18, 27]',
  linear_attn_config: '{"full_attn_layers": [4, 8], "short_conv_kernel_size": 4, "head_dim": 128}',
  sparse_attention_config: '{"sparse_num_index_heads": 4, "sparse_index_dim": 128}',
}

const fallbacks: Readonly<Record<ConfigValue['kind'], string>> = {
  'whole-number': '32',
  'whole-numbers': '[8, 8, 0]',
  words: '["full_attention"]',
  word: '"llama"',
  flag: 'false',
  object: '{}',
  objects: '[{}]',
}

const exampleOf = (key: string, kind: ConfigValue['kind']): string => examples[key] ?? fallbacks[kind]

type MissingKey = Extract<ConfigFlaw, { readonly kind: 'key-missing' }>
export type KeyScope = Pick<MissingKey, 'section' | 'isAlsoAtTop'>
export const topLevel: KeyScope = { section: null, isAlsoAtTop: false }

export const missingKey = (key: string, expected: MissingKey['expected'], scope = topLevel): CodedError =>
  unreadable({ kind: 'key-missing', key, ...scope, expected, example: exampleOf(key, expected) })

export const wrongKey = (key: string, value: unknown, expected: ConfigValue): CodedError =>
  unreadable({ kind: 'key-wrong', key, found: shown(value), expected, example: exampleOf(key, expected.kind) })

const shownCharacters = 40
const shown = (value: unknown): string => legible(JSON.stringify(value), shownCharacters)
