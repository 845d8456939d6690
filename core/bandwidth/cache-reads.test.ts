import { describe, expect, it } from 'vitest'
import { makeHeader } from '../gguf/made-header'
import type { CacheSettings } from '../kv/cache-settings'
import { cacheShapeOf } from '../kv/cache-shape-of'
import { planCache } from '../kv/plan-cache'
import { attendedCells, cacheReads } from './cache-reads'

const settings = {
  keyType: 'f16',
  valueType: 'f16',
  sequences: 1,
  swaFullCache: false,
  flashAttention: 'on',
  totalContextTokens: 4096,
  microBatchTokens: 512,
  llamaCpp: '0.5.0',
} as const satisfies CacheSettings
type Keys = Parameters<typeof makeHeader>[1]
const shapeOf = (architecture: string, keys: Keys) => cacheShapeOf(makeHeader(architecture, { context_length: 131_072, ...keys }))
const decode = (tokens: number) => ({ tokens, newTokens: 1 })

const llama3x8b = shapeOf('llama', {
  block_count: 32,
  embedding_length: 4096,
  'attention.head_count': 32,
  'attention.head_count_kv': 8,
})
const gemma3x27b = shapeOf('gemma3', {
  block_count: 62,
  embedding_length: 5376,
  'attention.head_count': 32,
  'attention.head_count_kv': 16,
  'attention.key_length': 128,
  'attention.value_length': 128,
  'attention.sliding_window': 1024,
})
const deepseekV3 = shapeOf('deepseek2', {
  block_count: 61,
  embedding_length: 7168,
  'attention.head_count': 128,
  'attention.head_count_kv': 1,
  'attention.key_length': 576,
  'attention.value_length': 512,
  'attention.key_length_mla': 192,
  'attention.value_length_mla': 128,
})
const mamba2 = shapeOf('mamba2', {
  block_count: 48,
  embedding_length: 4096,
  'attention.head_count': 32,
  'attention.head_count_kv': 0,
  'ssm.conv_kernel': 4,
  'ssm.inner_size': 8192,
  'ssm.state_size': 128,
  'ssm.group_count': 8,
})

describe('a decoded token', () => {
  it('reads every cell in use and writes its own: 128 KiB per cell for Llama 3 8B', () => {
    // 2 x 32 layers x 8 heads x 128 x 2 B
    expect(cacheReads(llama3x8b, settings, decode(1000))).toEqual([{ kind: 'full', readBytes: 131_072_000, writtenBytes: 131_072 }])
  })
  it('reads fewer bytes from quantized cells: 34 B in q8_0 and 18 B in q4_0 per 32 elements', () => {
    const types = { ...settings, keyType: 'q8_0', valueType: 'q4_0' } as const
    expect(cacheReads(llama3x8b, types, decode(100))[0]?.readBytes).toBe(100 * 32 * 32 * (34 + 18))
  })
  it('reads cells in steps of 256 without flash attention', () => {
    const off = { ...settings, flashAttention: 'off' } as const
    expect(cacheReads(llama3x8b, off, decode(1000))[0]?.readBytes).toBe(1024 * 131_072)
    expect(cacheReads(llama3x8b, off, decode(1025))[0]?.readBytes).toBe(1280 * 131_072)
  })
  it('reads at most the window in sliding layers, which are 52 of the 62 layers of Gemma 3 27B', () => {
    // 2 x 16 heads x 128 x 2 B per layer and cell
    const at = (tokens: number) => cacheReads(gemma3x27b, settings, decode(tokens)).map(({ kind, readBytes }) => [kind, readBytes])
    expect(at(500)).toEqual([
      ['full', 10 * 8192 * 500],
      ['sliding', 52 * 8192 * 500],
    ])
    expect(at(3000)).toEqual([
      ['full', 10 * 8192 * 3000],
      ['sliding', 52 * 8192 * 1024],
    ])
  })
  it('reads one latent vector per layer with MLA: 68.6 KiB per cell for DeepSeek V3', () => {
    // (512 + 64) x 61 x 2 B
    expect(cacheReads(deepseekV3, settings, decode(100))).toEqual([{ kind: 'latent', readBytes: 7_027_200, writtenBytes: 70_272 }])
  })
  it('reads and writes the whole state of a recurrent layer at any depth', () => {
    const state = 48 * (30_720 + 1_048_576) * 4
    for (const tokens of [1, 4000])
      expect(cacheReads(mamba2, settings, decode(tokens))).toEqual([{ kind: 'recurrent', readBytes: state, writtenBytes: state }])
  })
  it('reads only the recurrent state of its own sequence', () => {
    expect(cacheReads(mamba2, { ...settings, sequences: 4 }, decode(1))).toEqual(cacheReads(mamba2, settings, decode(1)))
  })
})

describe('the planner', () => {
  it.each([
    ['full attention', llama3x8b],
    ['a latent cache', deepseekV3],
    ['a recurrent state', mamba2],
  ])('plans exactly as many bytes as the last token of a full context reads: %s', (_, shape) => {
    for (const type of ['f16', 'q8_0', 'q4_0'] as const) {
      const typed = { ...settings, keyType: type, valueType: type }
      const { totalCacheBytes } = planCache(shape, typed)
      expect(cacheReads(shape, typed, decode(4096)).reduce((sum, { readBytes }) => sum + readBytes, 0)).toBe(totalCacheBytes)
    }
  })
  it('plans the window plus a micro-batch for sliding layers, although a token reads only the window', () => {
    const [, sliding] = planCache(gemma3x27b, settings).caches
    const [, read] = cacheReads(gemma3x27b, settings, decode(4096))
    expect(sliding?.bytes).toBe(((read?.readBytes ?? 0) * 1536) / 1024)
  })
})

describe('a micro-batch', () => {
  it('reads each cell once for all its tokens, and writes one row per token', () => {
    const span = { tokens: 1000 + 64, newTokens: 64 }
    expect(cacheReads(llama3x8b, settings, span)).toEqual([{ kind: 'full', readBytes: 1064 * 131_072, writtenBytes: 64 * 131_072 }])
  })
  it('reads the windows of all its tokens', () => {
    const [, sliding] = cacheReads(gemma3x27b, settings, { tokens: 3000, newTokens: 64 })
    expect(sliding?.readBytes).toBe(52 * 8192 * (1024 + 63))
  })
  it('attends to one more cell with each token, in sliding layers up to the window', () => {
    expect(attendedCells(llama3x8b, settings, { tokens: 4, newTokens: 4 })).toBe(320)
    expect(attendedCells(llama3x8b, settings, { tokens: 12, newTokens: 2 })).toBe(32 * 23)
    // Full: 1,023 + ... + 1,027. Sliding: 1,023 + 4 x 1,024.
    expect(attendedCells(gemma3x27b, settings, { tokens: 1027, newTokens: 5 })).toBe(10 * 5125 + 52 * 5119)
  })
})
