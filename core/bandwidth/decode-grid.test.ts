import { expect, it } from 'vitest'
import { makeHeader } from '../gguf/made-header'
import { cacheShapeOf } from '../kv/cache-shape-of'
import { decodeGrid, gridDepths } from './decode-grid'
import type { ReadModel } from './token-reads'

const model = (headDim: number): ReadModel => ({
  shape: cacheShapeOf(
    makeHeader('llama', {
      ...{ block_count: 1, context_length: 4096, embedding_length: headDim, 'attention.head_count': 1, 'attention.head_count_kv': 1 },
    }),
  ),
  weights: {
    byType: [{ type: 'f16', bytes: 1000 }],
    ...{ unreadBytes: 0, outputBytes: 0, lookupBytes: 0, experts: [], layerFlop: 0, outputFlop: 0, attentionFlop: 0 },
  },
})
const settings = {
  ...({ keyType: 'f16', valueType: 'f16', flashAttention: 'on' } as const),
  ...{ sequences: 1, swaFullCache: false, contextTokens: 4096, batchTokens: 512 },
}

it('decodeGrid returns a step for each type and depth, with 128, 68 and 36 bytes per cell for a head of 32 elements', () => {
  expect(decodeGrid(model(32), settings, [10, 100]).map(({ type, tokens, cacheBytes }) => [type, tokens, cacheBytes])).toEqual([
    ['f16', 10, 1280],
    ['f16', 100, 12_800],
    ['q8_0', 10, 680],
    ['q8_0', 100, 6800],
    ['q4_0', 10, 360],
    ['q4_0', 100, 3600],
  ])
})
it('decodeGrid leaves out types whose block size does not divide the head dimension', () => {
  expect(new Set(decodeGrid(model(48), settings, [10]).map(({ type }) => type))).toEqual(new Set(['f16']))
})
it('gridDepths returns at most four powers of four, from 256, and the end of the context', () => {
  expect(gridDepths(8192)).toEqual([256, 1024, 4096, 8192])
  expect(gridDepths(131_072)).toEqual([256, 1024, 4096, 16_384, 131_072])
  expect(gridDepths(128)).toEqual([128])
})
