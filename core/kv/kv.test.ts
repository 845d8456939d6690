import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../contract/kv-settings'
import type { GgufHeader, GgufValue } from '../gguf/header'
import { cellsPerSequence, contextTokensInUse } from './cells'
import { fittingContextTokens, fullAttentionBytes } from './full-attention'
import { refusalOf } from './guard'

function headerOf(architecture: string, values: Record<string, GgufValue>): GgufHeader {
  const metadata = new Map<string, GgufValue>([['general.architecture', architecture]])
  for (const [key, value] of Object.entries(values)) metadata.set(`${architecture}.${key}`, value)
  return { version: 3, metadata, tensors: [], alignmentBytes: 32, dataOffset: 0, endOffset: 0 }
}
const pocket = headerOf('llama', {
  block_count: 6,
  context_length: 2048,
  embedding_length: 256,
  'attention.head_count': 4,
  'attention.head_count_kv': 2,
})
const llama3 = headerOf('llama', {
  block_count: 32,
  context_length: 8192,
  embedding_length: 4096,
  'attention.head_count': 32,
  'attention.head_count_kv': 8,
})
const phi2 = headerOf('phi2', { block_count: 32, context_length: 2048, embedding_length: 2560, 'attention.head_count': 32 })

describe('cells', () => {
  it('are rounded up to 256', () => {
    expect(cellsPerSequence(1000, 1, 8192)).toBe(1024)
    expect(cellsPerSequence(1, 1, 8192)).toBe(256)
  })
  it('let the usable context grow with them, but not beyond the trained one', () => {
    expect(contextTokensInUse(1000, 8192)).toBe(1024)
    expect(contextTokensInUse(2000, 2048)).toBe(2000)
    expect(contextTokensInUse(5000, 2048)).toBe(5000)
  })
  it('are each sequence’s own', () => {
    // 3 x 2048 = 6144 in all, a multiple of 256; 6144 / 3 = 2048 each.
    expect(cellsPerSequence(2048, 3, 8192)).toBe(2048)
  })
})

describe('the cache of a full attention model', () => {
  it('is 6 MiB for Pocket at f16 and 2,048 tokens', () => {
    // 6 layers x 2048 cells x 2 (K, V) x 2 heads x 64 x 2 B = 6,291,456
    expect(fullAttentionBytes(pocket, defaultKvSettings, 2048)).toBe(6_291_456)
  })
  it('packs 32 elements into 34 bytes as q8_0 and into 18 as q4_0', () => {
    // K: 6 x 2048 x 128/32 x 34 = 1,671,168; V: 6 x 2048 x 128/32 x 18 = 884,736
    expect(fullAttentionBytes(pocket, { ...defaultKvSettings, keyType: 'q8_0', valueType: 'q4_0' }, 2048)).toBe(1_671_168 + 884_736)
  })
  it('is 128 KiB per token for Llama 3 8B', () => {
    expect(fullAttentionBytes(llama3, defaultKvSettings, 8192)).toBe(8192 * 128 * 1024)
  })
  it('doubles with a second sequence', () => {
    expect(fullAttentionBytes(pocket, { ...defaultKvSettings, sequences: 2 }, 2048)).toBe(2 * 6_291_456)
  })
  it('is not guessed for other memory classes', () => {
    expect(fullAttentionBytes(headerOf('mamba', { block_count: 4, embedding_length: 64 }), defaultKvSettings, 512)).toBeNull()
  })
  it('says what fits', () => {
    // 1 GiB / 128 KiB = 8192 tokens
    expect(fittingContextTokens(llama3, defaultKvSettings, 2 ** 30)).toBe(8192)
    expect(fittingContextTokens(llama3, defaultKvSettings, 2 ** 30 - 1)).toBe(7936)
  })
})

describe('the guard', () => {
  it('lets plain settings pass', () => {
    expect(refusalOf(llama3, defaultKvSettings)).toBeUndefined()
    expect(refusalOf(llama3, { keyType: 'q8_0', valueType: 'q4_0', flashAttention: 'auto' })).toBeUndefined()
  })
  it('refuses a quantized V without flash attention, not a quantized K', () => {
    expect(refusalOf(llama3, { keyType: 'f16', valueType: 'q8_0', flashAttention: 'off' })?.reason).toBe(
      'quantized-value-needs-flash-attention',
    )
    expect(refusalOf(llama3, { keyType: 'q8_0', valueType: 'f16', flashAttention: 'off' })).toBeUndefined()
  })
  it('refuses blocks that do not divide a head of 80', () => {
    expect(refusalOf(phi2, { keyType: 'q8_0', valueType: 'f16', flashAttention: 'auto' })?.reason).toBe('head-not-divisible-by-block')
    expect(refusalOf(phi2, { keyType: 'q8_0', valueType: 'f16', flashAttention: 'off' })).toBeUndefined()
  })
  it('refuses different K and V under MLA', () => {
    const mla = headerOf('deepseek2', {
      block_count: 4,
      embedding_length: 256,
      'attention.head_count': 4,
      'attention.head_count_kv': 1,
      'attention.key_length': 576,
      'attention.value_length': 512,
      'attention.key_length_mla': 192,
      'attention.value_length_mla': 128,
    })
    expect(refusalOf(mla, { keyType: 'f16', valueType: 'q8_0', flashAttention: 'on' })?.reason).toBe('mla-needs-equal-types')
  })
})
