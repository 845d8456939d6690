import { describe, expect, it } from 'vitest'
import { makeHeader } from '../gguf/made-header'
import type { CacheSettings } from './cache-settings'
import { cacheShapeOf } from './cache-shape-of'
import { planCache } from './plan-cache'

const settings: CacheSettings = {
  keyType: 'f16',
  valueType: 'f16',
  sequences: 1,
  swaFullCache: false,
  flashAttention: 'auto',
  totalContextTokens: 1024,
  microBatchTokens: 512,
  llamaCpp: '0.5.0',
}
const common = { block_count: 4, context_length: 4096, embedding_length: 256, 'attention.head_count': 4 }
type Keys = Parameters<typeof makeHeader>[1]
const refused = (architecture: string, keys: Keys, change: Partial<CacheSettings>) =>
  planCache(cacheShapeOf(makeHeader(architecture, { ...common, ...keys })), { ...settings, ...change } as CacheSettings).refused
const codeOf = (...args: Parameters<typeof refused>) => refused(...args)?.reason.kind

describe('planCache', () => {
  it('refuses a quantized V without flash attention, but not a quantized K', () => {
    expect(refused('llama', {}, { valueType: 'q8_0', flashAttention: 'off' })).toEqual({
      reason: { kind: 'quantized-value-needs-flash-attention', valueType: 'q8_0' },
      logLine: 'llama_init_from_model: quantized V cache requires flash_attn to be enabled',
    })
    expect(codeOf('llama', {}, { keyType: 'q8_0', flashAttention: 'off' })).toBeUndefined()
    expect(codeOf('grok', {}, { valueType: 'q8_0', flashAttention: 'on' })).toBe('quantized-value-needs-flash-attention')
  })
  it('refuses a type whose block size does not divide the head dimension', () => {
    expect(refused('llama', { embedding_length: 320 }, { keyType: 'q8_0' })?.logLine).toBe(
      'llama_init_from_model: K cache type q8_0 with block size 32 does not divide n_embd_head_k=80',
    )
    expect(codeOf('llama', { embedding_length: 320 }, { keyType: 'q8_0', flashAttention: 'off' })).toBeUndefined()
    const keys = { 'attention.sliding_window': 64, 'attention.value_length_swa': 40 }
    expect(codeOf('gemma2', keys, { valueType: 'q8_0' })).toBe('head-not-divisible-by-block')
  })
  it('refuses different types for K and V if both are in one tensor', () => {
    const mla = { 'attention.key_length_mla': 192, 'attention.value_length_mla': 128 }
    expect(codeOf('deepseek2', mla, { keyType: 'q8_0' })).toBe('mla-needs-equal-types')
    expect(codeOf('deepseek2', {}, { keyType: 'q8_0' })).toBeUndefined()
  })
  it('refuses more sequences or a longer context than llama.cpp supports', () => {
    expect(codeOf('llama', {}, { sequences: 257 })).toBe('too-many-sequences')
    expect(codeOf('llama', {}, { sequences: 256 })).toBeUndefined()
    expect(codeOf('llama', {}, { totalContextTokens: 2 ** 32 - 256 })).toBeUndefined()
    expect(codeOf('llama', {}, { totalContextTokens: 2 ** 32 - 255 })).toBe('no-context')
    expect(codeOf('llama', { context_length: 0 }, { totalContextTokens: 0 })).toBe('no-context')
  })
  it('refuses a draft model that needs its target model', () => {
    expect(codeOf('eagle3', {}, {})).toBe('needs-target-model')
  })
  it('refuses a file whose metadata llama.cpp rejects', () => {
    expect(refused('gemma3n', {}, {})?.reason).toEqual({
      kind: 'cannot-be-loaded',
      quoted: 'key not found in model: gemma3n.attention.sliding_window',
    })
    expect(codeOf('llama', { block_count: 513 }, {})).toBe('cannot-be-loaded')
    expect(codeOf('llama', { 'attention.head_count_kv': [2, 2] }, {})).toBe('cannot-be-loaded')
  })
})

describe('planCache, to prevent a crash,', () => {
  it('refuses a batch with fewer tokens than sequences', () => {
    expect(codeOf('llama', {}, { sequences: 8, microBatchTokens: 4, logicalBatchTokens: 4 } as Partial<CacheSettings>)).toBe(
      'kills-the-process',
    )
    expect(codeOf('llama', {}, { sequences: 8, microBatchTokens: 4, logicalBatchTokens: 8 } as Partial<CacheSettings>)).toBeUndefined()
  })
  it('refuses a second sequence for T5, unless the sequences share cells', () => {
    expect(codeOf('t5', {}, { sequences: 2 })).toBe('kills-the-process')
    expect(codeOf('t5', {}, { sequences: 2, kvUnified: true })).toBeUndefined()
  })
  it('refuses, for linear attention, a number of sequences that does not divide the micro-batch', () => {
    const keys = { full_attention_interval: 2 }
    expect(codeOf('minimax-01', keys, { sequences: 3 })).toBe('kills-the-process')
    expect(codeOf('minimax-01', keys, { sequences: 2 })).toBeUndefined()
    // Any number is allowed if only the last layer has attention.
    expect(codeOf('minimax-01', { full_attention_interval: 4 }, { sequences: 3 })).toBeUndefined()
  })
  it('refuses an indexer that does not have as many heads as K and V', () => {
    const keys = { 'attention.indexer.key_length': 64, 'attention.indexer.head_count': 2, leading_dense_block_count: 1 }
    expect(codeOf('minimax-m3', keys, {})).toBe('kills-the-process')
    expect(codeOf('minimax-m3', keys, { flashAttention: 'off' })).toBeUndefined()
    expect(codeOf('minimax-m3', keys, { sequences: 2, kvUnified: true })).toBeUndefined()
    expect(codeOf('minimax-m3', { ...keys, 'attention.head_count_kv': 2 }, {})).toBeUndefined()
  })
  it('refuses a GLM model whose first layer has no indexer', () => {
    const keys = { 'attention.indexer.key_length': 64 }
    expect(codeOf('glm-dsa', { ...keys, 'attention.indexer.types': [0, 1, 0, 0] }, {})).toBe('kills-the-process')
    expect(codeOf('glm-dsa', { ...keys, 'attention.indexer.types': [1, 0, 0, 0] }, {})).toBeUndefined()
  })
  it('refuses flash attention for PLM', () => {
    expect(codeOf('plm', {}, {})).toBe('kills-the-process')
    expect(codeOf('plm', {}, { flashAttention: 'off' })).toBeUndefined()
  })
  it('refuses a window that no layer uses, a missing window, and layers that reuse a missing cache', () => {
    const window = { 'attention.sliding_window': 64 }
    expect(codeOf('gemma2', { ...window, 'attention.sliding_window_pattern': 1 }, {})).toBe('kills-the-process')
    expect(codeOf('afmoe', {}, {})).toBe('kills-the-process')
    const gemma4 = { ...window, 'attention.key_length_swa': 64, 'attention.value_length_swa': 64, 'attention.shared_kv_layers': 3 }
    expect(codeOf('gemma4', { ...gemma4, 'attention.sliding_window_pattern': [1, 1, 1, 0] }, {})).toBe('kills-the-process')
  })
  it('refuses a quantized K whose rows are not whole blocks', () => {
    const keys = { embedding_length: 320, 'attention.head_count_kv': 1 }
    expect(codeOf('llama', keys, { keyType: 'q8_0', flashAttention: 'off' })).toBe('kills-the-process')
    expect(codeOf('llama', { ...keys, 'attention.head_count_kv': 2 }, { keyType: 'q8_0', flashAttention: 'off' })).toBeUndefined()
  })
})
