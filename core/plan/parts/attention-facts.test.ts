import { describe, expect, it } from 'vitest'
import { makeHeader } from '../../gguf/made-header'
import { attentionFactsOf } from './attention-facts'

const widths = { block_count: 4, embedding_length: 512, 'attention.head_count': 8 }

describe('attentionFactsOf', () => {
  it('derives facts that a header omits, as llama.cpp does', () => {
    // Each head has 512 / 8 = 64 elements and its own K and V.
    expect(attentionFactsOf(makeHeader('llama', widths))).toEqual({
      layers: 4,
      embeddingDim: 512,
      heads: 8,
      kvHeads: 8,
      keyDim: 64,
      valueDim: 64,
      latent: null,
      experts: 0,
      expertsUsed: 0,
    })
  })
  it('uses the largest number of heads if layers differ', () => {
    expect(attentionFactsOf(makeHeader('jamba', { ...widths, 'attention.head_count_kv': [0, 0, 2, 0] }))?.kvHeads).toBe(2)
  })
  it('returns the widths of keys and values with MLA', () => {
    const latent = { 'attention.key_length_mla': 192, 'attention.value_length_mla': 128 }
    expect(attentionFactsOf(makeHeader('deepseek2', { ...widths, ...latent }))?.latent).toEqual({ keyDim: 192, valueDim: 128 })
  })
  it('returns null if a header lacks the embedding length', () => {
    expect(attentionFactsOf(makeHeader('llama', { block_count: 4 }))).toBeNull()
  })
})
