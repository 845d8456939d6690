import { describe, expect, it } from 'vitest'
import { makeHeader } from '../../../core/gguf/made-header'
import type { CacheSettings } from '../../../core/kv/cache-settings'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import { planCache } from '../../../core/kv/plan-cache'
import { allocatedBytes, allocatedCaches } from './allocated-caches'
import { reconcileCaches } from './reconcile-caches'

const settings: CacheSettings = {
  keyType: 'f16',
  valueType: 'f16',
  sequences: 4,
  swaFullCache: false,
  flashAttention: 'on',
  totalContextTokens: 4096,
  microBatchTokens: 512,
}
const lines = (...texts: string[]) => texts.map((text) => ({ level: 'info' as const, text }))
const attention = { block_count: 3, context_length: 4096, embedding_length: 256, 'attention.head_count': 2 }

describe('reconcileCaches', () => {
  it('uses the planned bytes if they round to the size that llama.cpp prints', () => {
    const ssm = { 'ssm.conv_kernel': 4, 'ssm.inner_size': 512, 'ssm.state_size': 64, 'ssm.group_count': 2 }
    const plan = planCache(cacheShapeOf(makeHeader('falcon-h1', { ...attention, ...ssm })), settings)
    // R and S: (3 x 768 + 64 x 512) x 4 B x 4 sequences x 3 layers = 1,683,456 B.
    const printed = allocatedCaches(
      lines(
        'llama_kv_cache: size =   12.00 MiB (  1024 cells,   3 layers,  4/4 seqs), K (f16):    6.00 MiB, V (f16):    6.00 MiB',
        'llama_memory_recurrent: size =    1.61 MiB (     4 cells,   3 layers,  4 seqs  0 rs_seq), R (f32):    0.11 MiB, S (f32):    1.50 MiB, P (f32):    0.00 MiB',
      ),
    )
    expect(allocatedBytes(printed)).not.toBe(plan.totalCacheBytes)
    const reconciled = reconcileCaches(printed, plan)
    expect(reconciled.map(({ exact }) => exact)).toEqual([true, true])
    expect(allocatedBytes(reconciled)).toBe(12 * 2 ** 20 + 1_683_456)
    expect(allocatedBytes(reconciled)).toBe(plan.totalCacheBytes)
  })
  it('keeps the printed size if it does not match the plan', () => {
    const plan = planCache(cacheShapeOf(makeHeader('llama', attention)), settings)
    const printed = allocatedCaches(
      lines('llama_kv_cache: size =   16.00 MiB (  1024 cells,   4 layers,  4/4 seqs), K (f16):    8.00 MiB, V (f16):    8.00 MiB'),
    )
    expect(reconcileCaches(printed, plan)).toEqual(printed)
    expect(reconcileCaches(printed, undefined)).toEqual(printed)
  })
  it('reconciles every cache of DeepSeek V4, including its compressors', () => {
    const keys = {
      ...attention,
      block_count: 4,
      'attention.head_count_kv': 1,
      'attention.key_length': 64,
      'attention.sliding_window': 64,
      'attention.indexer.key_length': 128,
      'attention.compress_ratios': [0, 4, 128, 4],
    }
    const plan = planCache(cacheShapeOf(makeHeader('deepseek4', keys)), settings)
    const printed = allocatedCaches(
      lines(
        'llama_kv_cache_dsv4: creating DSV4 raw KV cache',
        'llama_kv_cache_iswa: creating non-SWA KV cache, size = 1024 cells',
        'llama_kv_cache: size =    0.00 MiB (  1024 cells,   0 layers,  4/4 seqs), K (f16):    0.00 MiB, V (f16):    0.00 MiB',
        'llama_kv_cache_iswa: creating     SWA KV cache, size = 768 cells',
        'llama_kv_cache: size =    1.50 MiB (   768 cells,   4 layers,  4/4 seqs), K (f16):    1.50 MiB, V (f16):    0.00 MiB',
        'llama_kv_cache_dsv4: creating DSV4 CSA compressed KV cache, size = 256 cells',
        'llama_kv_cache: size =    0.25 MiB (   256 cells,   2 layers,  4/4 seqs), K (f16):    0.25 MiB, V (f16):    0.00 MiB',
        'llama_kv_cache_dsv4: creating DSV4 HCA compressed KV cache, size = 8 cells',
        'llama_kv_cache: size =    0.12 MiB (   256 cells,   1 layers,  4/4 seqs), K (f16):    0.12 MiB, V (f16):    0.00 MiB',
        'llama_kv_cache_dsv4: creating DSV4 lightning-indexer KV cache, size = 256 cells',
        'llama_kv_cache: size =    0.50 MiB (   256 cells,   2 layers,  4/4 seqs), K (f16):    0.50 MiB, V (f16):    0.00 MiB',
        'llama_dsv4_comp_state: csa ratio = 4, state = 8 x 128, streams = 4, rs_seq = 0, layers = 2, size =    0.06 MiB',
        'llama_dsv4_comp_state: hca ratio = 128, state = 128 x 64, streams = 4, rs_seq = 0, layers = 1, size =    0.25 MiB',
        'llama_dsv4_comp_state: lid ratio = 4, state = 8 x 256, streams = 4, rs_seq = 0, layers = 2, size =    0.12 MiB',
      ),
    )
    const reconciled = reconcileCaches(printed, plan)
    expect(reconciled.filter(({ layers }) => layers > 0).every(({ exact }) => exact)).toBe(true)
    expect(allocatedBytes(reconciled)).toBe(plan.totalCacheBytes)
  })
})
