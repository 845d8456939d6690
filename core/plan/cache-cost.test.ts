import { describe, expect, it } from 'vitest'
import { makeHeader } from '../gguf/made-header'
import { cacheShapeOf } from '../kv/cache-shape-of'
import { cacheCostOf } from './cache-cost'

const costOf = (...args: Parameters<typeof makeHeader>) => cacheCostOf(cacheShapeOf(makeHeader(...args)))
const llama3x8b = {
  context_length: 131_072,
  block_count: 32,
  embedding_length: 4096,
  'attention.head_count': 32,
  'attention.head_count_kv': 8,
}

describe('cacheCostOf', () => {
  it('returns the bytes of a thousand tokens of Llama 3 8B for each KV type', () => {
    const { runs, bytesPerThousandTokens } = costOf('llama', llama3x8b)
    expect(runs).toEqual([{ kind: 'full', layers: 32 }])
    // 2 x 32 layers x 8 heads x 128 x 2 B per token. 32 elements need 34 B in q8_0, 18 B in q4_0.
    expect(bytesPerThousandTokens.f16).toBe(131_072_000)
    expect(bytesPerThousandTokens.q8_0).toBe((131_072_000 * 34) / 64)
    expect(bytesPerThousandTokens.q4_0).toBe((131_072_000 * 18) / 64)
  })

  it('counts only layers with full attention, because the cache of a sliding window stops growing', () => {
    const { runs, bytesPerThousandTokens } = costOf('gemma2', {
      ...llama3x8b,
      block_count: 4,
      'attention.sliding_window': 4096,
    })
    expect(runs.map(({ kind }) => kind)).toEqual(['sliding', 'full', 'sliding', 'full'])
    expect(bytesPerThousandTokens.f16).toBe((131_072_000 * 2) / 32)
  })

  it('returns null for types that llama.cpp refuses', () => {
    // 2,560 / 32 = 80 elements per head are not whole blocks of 32.
    const { bytesPerThousandTokens } = costOf('llama', { ...llama3x8b, embedding_length: 2560 })
    expect(bytesPerThousandTokens.q8_0).toBeNull()
    expect(bytesPerThousandTokens.f16).toBe((131_072_000 * 80) / 128)
  })
})
