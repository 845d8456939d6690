/** Errors about a config.json: they name the key, the expected value and an example. */
import { type CodedError, coded } from '../../../contract/errors/coded-error'
import { legible } from '../../../gguf/malformed'

/** `reason` completes "This config.json cannot be used: ...". */
export const unreadable = (reason: string): CodedError => coded('config-unreadable', { reason })

/** Examples from real config.json files. Other keys use the fallback of their kind. */
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

type Kind = 'whole number' | 'list of whole numbers' | 'list of words' | 'word' | 'true or false' | 'object'
const fallbacks: Readonly<Record<Kind, string>> = {
  'whole number': '32',
  'list of whole numbers': '[8, 8, 0]',
  'list of words': '["full_attention"]',
  word: '"llama"',
  'true or false': 'false',
  object: '{}',
}

const exampleOf = (key: string, kind: Kind): string => `for example "${key}": ${examples[key] ?? fallbacks[kind]}`

export const missingKey = (key: string, kind: Kind, where = ''): CodedError =>
  unreadable(`"${key}" is missing${where}; it should be a ${kind}, ${exampleOf(key, kind)}`)

export const wrongKey = (key: string, value: unknown, expected: string, kind: Kind): CodedError =>
  unreadable(`"${key}" is ${shown(value)}; it should be ${expected}, ${exampleOf(key, kind)}`)

const shownCharacters = 40
const shown = (value: unknown): string => (value === undefined ? 'missing' : legible(JSON.stringify(value), shownCharacters))
