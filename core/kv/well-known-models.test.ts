/** Some titles quote wrong figures from articles about the KV cache. */
import { describe, expect, it } from 'vitest'
import { makeHeader } from '../gguf/made-header'
import type { CacheSettings } from './cache-settings'
import { cacheShapeOf } from './cache-shape-of'
import { planCache } from './plan-cache'

const kib = 2 ** 10
const mib = 2 ** 20
const gib = 2 ** 30
const settings = {
  keyType: 'f16',
  valueType: 'f16',
  sequences: 1,
  swaFullCache: false,
  flashAttention: 'auto',
  microBatchTokens: 512,
  llamaCpp: '0.5.0',
} as const
type Keys = Parameters<typeof makeHeader>[1]

function bytesAt(tokens: number, architecture: string, keys: Keys, change: Partial<CacheSettings> = {}): number {
  const shape = cacheShapeOf(makeHeader(architecture, { context_length: 131_072, ...keys }))
  const { refused, totalCacheBytes } = planCache(shape, { ...settings, totalContextTokens: tokens, ...change } as CacheSettings)
  expect(refused).toBeNull()
  return totalCacheBytes
}
const attention = (layers: number, heads: number, kvHeads: number, headDim: number): Keys => ({
  block_count: layers,
  embedding_length: heads * headDim,
  'attention.head_count': heads,
  'attention.head_count_kv': kvHeads,
})

const llama2x7b = attention(32, 32, 32, 128)
const llama3x8b = attention(32, 32, 8, 128)
const llama3x70b = attention(80, 64, 8, 128)

describe('planCache', () => {
  it('computes 0.5 MiB per token for Llama 2 7B, which has as many KV heads as query heads', () => {
    expect(bytesAt(4096, 'llama', llama2x7b) / 4096).toBe(524_288)
    expect(bytesAt(4096, 'llama', llama2x7b)).toBe(2 * gib)
  })
  it('computes 128 KiB per token for Llama 3 8B and 320 KiB for Llama 3 70B', () => {
    expect(bytesAt(8192, 'llama', llama3x8b) / 8192).toBe(128 * kib)
    expect(bytesAt(8192, 'llama', llama3x70b) / 8192).toBe(320 * kib)
  })
  it('counts KV heads, because 2 x layers x model width is right only with as many KV heads as query heads', () => {
    const wrong = 2 * 32 * 4096 * 2
    expect(bytesAt(256, 'llama', llama2x7b) / 256).toBe(wrong)
    expect(bytesAt(256, 'llama', llama3x8b) / 256).toBe(wrong / 4)
  })
  it('computes 10 GiB for 32k tokens of a 70B model, not the 80 GiB of 64 KV heads or the often quoted 20 GB', () => {
    expect(bytesAt(32_768, 'llama', llama3x70b)).toBe(10 * gib)
    expect(bytesAt(32_768, 'llama', attention(80, 64, 64, 128))).toBe(80 * gib)
  })
  it('counts the scales of quantized types: q8_0 saves 46.9% and q4_0 71.9%', () => {
    const f16 = bytesAt(8192, 'llama', llama3x8b)
    const share = (type: 'q8_0' | 'q4_0') => bytesAt(8192, 'llama', llama3x8b, { keyType: type, valueType: type }) / f16
    expect(share('q8_0')).toBe(0.53125)
    expect(share('q4_0')).toBe(0.28125)
  })
  it('counts MLA in all 61 layers of DeepSeek V3: 68.6 KiB per token and 2,196 MiB for 32k tokens, not 35.8 MB', () => {
    const deepseekV3 = {
      ...attention(61, 128, 1, 56),
      'attention.key_length': 576,
      'attention.value_length': 512,
      'attention.key_length_mla': 192,
      'attention.value_length_mla': 128,
    }
    // (512 + 64) x 61 x 2 B = 70,272
    expect(bytesAt(32_768, 'deepseek2', deepseekV3) / 32_768).toBe(70_272)
    expect(bytesAt(32_768, 'deepseek2', deepseekV3)).toBe(2196 * mib)
  })
})

describe('planCache, for a sliding window,', () => {
  it('computes 512 MiB for 4,096 tokens of Mistral 7B, not 131 MB, because llama.cpp keeps the whole context', () => {
    const mistral = { ...attention(32, 32, 8, 128), 'attention.sliding_window': 4096 }
    expect(bytesAt(4096, 'llama', mistral)).toBe(512 * mib)
    expect(bytesAt(32_768, 'llama', mistral)).toBe(4 * gib)
  })
  it('gives 52 of the 62 layers of Gemma 3 27B a sliding window', () => {
    const gemma3 = {
      block_count: 62,
      embedding_length: 5376,
      'attention.head_count': 32,
      'attention.head_count_kv': 16,
      'attention.key_length': 128,
      'attention.value_length': 128,
      'attention.sliding_window': 1024,
    }
    // 2 x 16 x 128 x 2 B = 8 KiB per layer and token
    expect(bytesAt(131_072, 'gemma3', gemma3)).toBe(10 * 131_072 * 8 * kib + 52 * 1536 * 8 * kib)
    expect(bytesAt(131_072, 'llama', gemma3)).toBe(62 * gib)
  })
  it('counts the cells of the first 4 tokens and a window of 4,096: 1.25 GiB in 80 layers, not 1.05 GB', () => {
    const perToken = bytesAt(4096, 'llama', llama3x70b) / 4096
    expect(perToken * 4100).toBe(1_343_488_000)
    expect((perToken * 4100) / gib).toBeCloseTo(1.25, 2)
    // 4,100 is rounded up to 4,352.
    expect(bytesAt(4100, 'llama', llama3x70b)).toBe(perToken * 4352)
  })
  it('counts no cells for trained sinks, such as those of gpt-oss', () => {
    const gptOss = { ...attention(24, 64, 8, 64), 'attention.sliding_window': 128 }
    // 128 + 512 is rounded up to 768. 2 x 8 x 64 x 2 B = 2 KiB.
    expect(bytesAt(131_072, 'gpt-oss', gptOss)).toBe(12 * 131_072 * 2 * kib + 12 * 768 * 2 * kib)
  })
})

describe('planCache, for a recurrent state,', () => {
  const mamba = {
    'ssm.conv_kernel': 4,
    'ssm.inner_size': 8192,
    'ssm.state_size': 128,
    'ssm.group_count': 8,
  }
  it('counts a convolution and a matrix per layer in f32, not just d_state numbers', () => {
    const keys = { ...attention(48, 32, 0, 128), ...mamba }
    // (4 - 1) x (8,192 + 2 x 8 x 128) = 30,720 and 128 x 8,192 = 1,048,576 elements
    expect(bytesAt(32_768, 'mamba2', keys)).toBe(48 * (30_720 + 1_048_576) * 4)
    expect(bytesAt(256, 'mamba2', keys)).toBe(bytesAt(131_072, 'mamba2', keys))
  })
  it('adds K and V of 32 layers to the states of 16 layers in a hybrid model', () => {
    const heads = Array.from({ length: 48 }, (_, layer) => (layer < 32 ? 8 : 0))
    const keys = { ...attention(48, 32, 8, 128), 'attention.head_count_kv': heads, ...mamba }
    const states = 16 * (30_720 + 1_048_576) * 4
    expect(bytesAt(4096, 'granitehybrid', keys)).toBe(4096 * 131_072 + states)
    expect(bytesAt(8192, 'granitehybrid', keys)).toBe(8192 * 131_072 + states)
  })
})
