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
  it('counts a thousand tokens of Llama 3 8B at each type', () => {
    const { runs, bytesPerThousandTokens } = costOf('llama', llama3x8b)
    expect(runs).toEqual([{ kind: 'full', layers: 32 }])
    // 2 x 32 layers x 8 heads x 128 x 2 B = 131,072 B per token; q8_0 packs 32 elements into 34 B, q4_0 into 18 B
    expect(bytesPerThousandTokens.f16).toBe(131_072_000)
    expect(bytesPerThousandTokens.q8_0).toBe((131_072_000 * 34) / 64)
    expect(bytesPerThousandTokens.q4_0).toBe((131_072_000 * 18) / 64)
  })

  it('counts only the layers whose cache still grows, because sliding windows are full by then', () => {
    const { runs, bytesPerThousandTokens } = costOf('gemma2', {
      ...llama3x8b,
      block_count: 4,
      'attention.sliding_window': 4096,
    })
    // Gemma 2: every second layer has a window.
    expect(runs.map(({ kind }) => kind)).toEqual(['sliding', 'full', 'sliding', 'full'])
    expect(bytesPerThousandTokens.f16).toBe((131_072_000 * 2) / 32)
  })

  it('returns null for types that llama.cpp refuses', () => {
    // 80 is not a multiple of a quantized block's 32 elements.
    const { bytesPerThousandTokens } = costOf('llama', { ...llama3x8b, embedding_length: 2560 })
    expect(bytesPerThousandTokens.q8_0).toBeNull()
    expect(bytesPerThousandTokens.f16).toBe((131_072_000 * 80) / 128)
  })
})
