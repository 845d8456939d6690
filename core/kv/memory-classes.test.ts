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
  flashAttention: 'on',
  totalContextTokens: 1024,
  microBatchTokens: 100,
  llamaCpp: '0.5.0',
}
const common = { block_count: 4, context_length: 4096, embedding_length: 256, 'attention.head_count': 4, 'attention.head_count_kv': 2 }
type Keys = Parameters<typeof makeHeader>[1]
const plan = (architecture: string, keys: Keys, change: Partial<CacheSettings> = {}) =>
  planCache(cacheShapeOf(makeHeader(architecture, { ...common, ...keys })), { ...settings, ...change } as CacheSettings)
const caches = (...args: Parameters<typeof plan>) =>
  plan(...args).caches.map(({ kind, cells, streams, layers, bytes }) => [kind, cells, streams, layers, bytes])

describe('full attention', () => {
  it('keeps K and V of every token in every layer', () => {
    expect(caches('llama', {})).toEqual([['full', 1024, 1, 4, 4 * 1024 * 256 * 2]])
  })
  it('stores quantized elements in blocks of 32', () => {
    // 128 elements need 4 x 34 B in q8_0, 4 x 18 B in q4_0.
    expect(plan('llama', {}, { keyType: 'q8_0', valueType: 'q4_0' }).kvBytes).toBe(4 * 1024 * (136 + 72))
  })
  it('gives each sequence its own stream, rounded up to a multiple of 256 cells, unless the cache is unified', () => {
    expect(caches('llama', {}, { sequences: 3 })).toEqual([['full', 512, 3, 4, 4 * 512 * 3 * 512]])
    expect(caches('llama', {}, { sequences: 3, kvUnified: true })).toEqual([['full', 1024, 1, 4, 4 * 1024 * 512]])
  })
  it('without flash attention, pads V to the width of the widest layer', () => {
    const keys = { 'attention.head_count_kv': [1, 2, 4, 1] }
    // Without flash attention, V has 4 x 256 elements.
    expect(plan('openelm', keys).kvBytes).toBe(1024 * (512 + 512) * 2)
    expect(plan('openelm', keys, { flashAttention: 'off' }).kvBytes).toBe(1024 * (512 + 1024) * 2)
  })
  it('leaves out layers for multi-token prediction, since v0.5.0 in every architecture', () => {
    const keys = { nextn_predict_layers: 1 }
    expect(plan('llama', keys).kvBytes).toBe(3 * 1024 * 512)
    expect(plan('llama', keys, { llamaCpp: '0.4.0' }).kvBytes).toBe(4 * 1024 * 512)
    expect(plan('llama', keys).layers.map(({ kind }) => kind)).toEqual(['full', 'full', 'full', 'none'])
  })
  it('keeps a cache for each pass of a looped model, and an extra cache for a router', () => {
    expect(plan('nanbeige', { num_loops: 2 }).kvBytes).toBe(8 * 1024 * 512)
    expect(plan('graniteswitch', {}).kvBytes).toBe(1024 * (4 * 512 + 256))
  })
})

describe('multi-head latent attention', () => {
  const keys = {
    'attention.head_count_kv': 1,
    'attention.key_length': 576,
    'attention.value_length': 512,
    'attention.key_length_mla': 192,
    'attention.value_length_mla': 128,
  }
  it('keeps one row of 576 elements per token in every layer, and no V', () => {
    expect(caches('deepseek2', keys)).toEqual([['full', 1024, 1, 4, 4 * 1024 * 576 * 2]])
  })
  it('counts as ordinary attention if the file lacks the metadata keys of latent attention', () => {
    const { 'attention.key_length_mla': _, ...without } = keys
    expect(plan('deepseek2', without).kvBytes).toBe(4 * 1024 * (576 + 512) * 2)
  })
  it('also keeps the keys of an indexer if the architecture has one', () => {
    const indexed = { ...keys, 'attention.indexer.key_length': 128 }
    expect(caches('deepseek32', indexed)).toEqual([
      ['full', 1024, 1, 4, 4 * 1024 * 576 * 2],
      ['indexer', 1024, 1, 4, 4 * 1024 * 128 * 2],
    ])
    expect(caches('glm-dsa', { ...indexed, 'attention.indexer.types': [1, 0, 0, 1] })[1]).toEqual([
      'indexer',
      1024,
      1,
      2,
      2 * 1024 * 128 * 2,
    ])
  })
  it('is limited to a sliding window in most layers of dots3note', () => {
    const sliding = {
      ...keys,
      'attention.indexer.key_length': 128,
      'attention.indexer.types': [1, 0, 0, 0],
      'attention.sliding_window': 128,
      'attention.sliding_window_pattern': [0, 1, 1, 1],
    }
    expect(caches('dots3note', sliding)).toEqual([
      ['full', 1024, 1, 1, 1024 * 576 * 2],
      ['sliding', 256, 1, 3, 3 * 256 * 576 * 2],
      ['indexer', 1024, 1, 1, 1024 * 128 * 2],
    ])
  })
})

describe('the cache of a sliding window', () => {
  it('has cells for the window and one micro-batch, rounded up to a multiple of 256', () => {
    expect(caches('gemma2', { 'attention.sliding_window': 300 })).toEqual([
      ['full', 1024, 1, 2, 2 * 1024 * 512],
      ['sliding', 512, 1, 2, 2 * 512 * 512],
    ])
  })
  it('is never longer than the context', () => {
    expect(caches('gemma2', {}).map(([, cells]) => cells)).toEqual([1024, 1024])
    expect(caches('gemma2', { 'attention.sliding_window': 300 }, { swaFullCache: true }).map(([, cells]) => cells)).toEqual([1024, 1024])
  })
  it('has one stream for all sequences if it is unified, and otherwise one per sequence', () => {
    // 2 x 200 + 100 = 500 and 200 + 100 = 300 are both rounded up to 512 cells.
    const keys = { 'attention.sliding_window': 200 }
    expect(caches('gemma2', keys, { sequences: 2, kvUnified: true })[1]?.slice(1, 3)).toEqual([512, 1])
    expect(caches('gemma2', keys, { sequences: 2 })[1]?.slice(1, 3)).toEqual([512, 2])
  })
  it('does not exist in Llama and Phi 3, because llama.cpp ignores their window key', () => {
    expect(caches('llama', { 'attention.sliding_window': 300 }).map(([kind]) => kind)).toEqual(['full'])
    expect(caches('phi3', { 'attention.sliding_window': 300 }).map(([kind]) => kind)).toEqual(['full'])
  })
  it('must hold one more token with node-llama-cpp, so it may need 256 more cells', () => {
    const { totalContextTokens: _, microBatchTokens: __, ...rest } = settings as typeof settings & Record<string, unknown>
    const asked = { ...rest, contextTokens: 8192, batchTokens: 512 } as CacheSettings
    const header = makeHeader('gemma3', { ...common, context_length: 8192, 'attention.sliding_window': 1024 })
    // 1,024 + 513 = 1,537 is rounded up to 1,792.
    expect(planCache(cacheShapeOf(header), asked).caches.map(({ kind, cells }) => [kind, cells])).toEqual([['sliding', 1792]])
  })
  it('belongs to layers that may have a different head width, or reuse an earlier layer’s cache', () => {
    const keys = {
      block_count: 6,
      'attention.sliding_window': 100,
      'attention.sliding_window_pattern': [1, 1, 1, 0, 1, 0],
      'attention.key_length_swa': 32,
      'attention.value_length_swa': 32,
      'attention.shared_kv_layers': 2,
    }
    // Layers 0 to 2 have a sliding window. Layers 4 and 5 reuse the caches of 2 and 3.
    expect(caches('gemma4', keys)).toEqual([
      ['full', 1024, 1, 1, 1024 * 512],
      ['sliding', 256, 1, 3, 3 * 256 * 256],
    ])
  })
})

describe('recurrent states', () => {
  const ssm = { 'ssm.conv_kernel': 4, 'ssm.inner_size': 512, 'ssm.state_size': 16, 'ssm.group_count': 2 }
  it('are f32 and need the same bytes per sequence, whatever the context length and the KV type', () => {
    const bytes = 4 * (1728 + 8192) * 4
    expect(caches('mamba2', ssm)).toEqual([['recurrent', 1, 1, 4, bytes]])
    expect(plan('mamba2', ssm, { sequences: 3, keyType: 'q4_0', totalContextTokens: 131_072 })).toMatchObject({
      kvBytes: 0,
      recurrentBytes: 3 * bytes,
    })
  })
  it('have no groups in Mamba 1', () => {
    expect(plan('mamba', ssm).recurrentBytes).toBe(4 * (1536 + 8192) * 4)
  })
  it('have one vector for each of two token shifts and a matrix per head in RWKV', () => {
    expect(plan('rwkv7', { 'wkv.head_size': 64 }).recurrentBytes).toBe(4 * (512 + 16_384) * 4)
  })
  it('exist in addition to a KV cache in a hybrid model', () => {
    expect(caches('jamba', { ...ssm, 'attention.head_count_kv': [0, 0, 2, 0] })).toEqual([
      ['full', 1024, 1, 1, 1024 * 512],
      ['recurrent', 1, 1, 3, 3 * (1536 + 8192) * 4],
    ])
    expect(caches('falcon-h1', ssm).map(([, , , layers]) => layers)).toEqual([4, 4])
    expect(caches('qwen3next', ssm).map(([, , , layers]) => layers)).toEqual([1, 3])
    const nemotron = { ...ssm, 'attention.head_count_kv': [0, 2, 0, 0], feed_forward_length: [0, 0, 512, 0] }
    expect(plan('nemotron_h', nemotron).layers.map(({ kind }) => kind)).toEqual(['recurrent', 'full', 'none', 'recurrent'])
  })
  it('exist in addition to a sliding window in LFM2', () => {
    const keys = { 'shortconv.l_cache': 3, 'attention.sliding_window': 100, 'attention.head_count_kv': [0, 2, 0, 2] }
    expect(caches('lfm2', keys)).toEqual([
      ['sliding', 256, 1, 2, 2 * 256 * 512],
      ['recurrent', 1, 1, 2, 2 * 512 * 4],
    ])
  })
  it('exist in addition to an indexer in Qwen 4', () => {
    const keys = {
      ...ssm,
      'hyper_connection.count': 4,
      'attention.indexer.key_length': 64,
      'ple.layers': [0],
      'ple.conv_kernel': 4,
      'ple.ngram_size': 3,
    }
    // P has 3 x 3 x 4 x 256 elements. In v0.4.0, the indexer also has a V.
    const state = (3 * (1728 + 8192) + 9216) * 4
    expect(caches('qwen4exp', keys)).toEqual([
      ['full', 1024, 1, 1, 1024 * 512],
      ['recurrent', 1, 1, 3, state],
      ['indexer', 1024, 1, 1, 1024 * 64 * 2],
    ])
    expect(caches('qwen4exp', keys, { llamaCpp: '0.4.0' })[2]?.[4]).toBe(1024 * 128 * 2)
  })
})

describe('caches of sparse attention', () => {
  it('include an indexer’s K and V in MiniMax M3, except in the leading dense layer', () => {
    expect(
      caches('minimax-m3', { 'attention.indexer.key_length': 128, 'attention.indexer.head_count': 2, leading_dense_block_count: 1 }),
    ).toEqual([
      ['full', 1024, 1, 4, 4 * 1024 * 512],
      ['indexer', 1024, 1, 3, 3 * 1024 * (128 + 64) * 2],
    ])
  })
  it('include windows, compressed cells and compressor states in DeepSeek V4', () => {
    const keys = {
      'attention.head_count_kv': 1,
      'attention.sliding_window': 128,
      'attention.indexer.key_length': 32,
      'attention.compress_ratios': [0, 0, 4, 128],
    }
    // All cells are rounded up to 256: 128 + 100, 1,024 / 4 and 1,024 / 128.
    expect(caches('deepseek4', keys, { sequences: 1 })).toEqual([
      ['sliding', 256, 1, 4, 4 * 256 * 64 * 2],
      ['csa', 256, 1, 1, 256 * 64 * 2],
      ['hca', 256, 1, 1, 256 * 64 * 2],
      ['indexer', 256, 1, 1, 256 * 32 * 2],
      ['csa-state', 8, 1, 1, 2 * 8 * 128 * 4],
      ['hca-state', 128, 1, 1, 2 * 128 * 64 * 4],
      ['indexer-state', 8, 1, 1, 2 * 8 * 64 * 4],
    ])
    expect(caches('deepseek4', keys, { sequences: 2, kvUnified: true })[0]?.slice(1, 3)).toEqual([256, 2])
  })
})

describe('models without a cache', () => {
  it('include encoders and diffusion models', () => {
    for (const architecture of ['bert', 'modern-bert', 'llada', 'dream'])
      expect(plan(architecture, {})).toMatchObject({ memoryClass: 'none', totalCacheBytes: 0, caches: [] })
  })
  it('do not include T5’s encoder, for which llama.cpp allocates a cache', () => {
    expect(plan('t5encoder', {}).kvBytes).toBe(4 * 1024 * 512)
  })
})

describe('an architecture that llama.cpp does not know', () => {
  it('is planned with full attention, and marked as assumed', () => {
    expect(plan('brand-new', {})).toMatchObject({ assumed: true, memoryClass: 'kv_cache', kvBytes: 4 * 1024 * 512 })
    expect(plan('llama', {}).assumed).toBe(false)
  })
  it('may be supported by a newer release', () => {
    const keys = { 'attention.sliding_window': 100, 'attention.sliding_window_pattern': [1, 0, 1, 0] }
    expect(plan('spark2_5', keys)).toMatchObject({ assumed: false, memoryClass: 'kv_cache_iswa' })
    expect(plan('spark2_5', keys, { llamaCpp: '0.4.0' })).toMatchObject({ assumed: true, memoryClass: 'kv_cache_iswa' })
  })
})
