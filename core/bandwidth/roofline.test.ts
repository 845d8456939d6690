import { describe, expect, it } from 'vitest'
import { makeHeader } from '../gguf/made-header'
import type { CacheSettings } from '../kv/cache-settings'
import { cacheShapeOf } from '../kv/cache-shape-of'
import { allowedItlMs, attainable, bandwidthUtilization, intensityOf, turningBatch } from './bound'
import { batchCost, movedBytesOf, type ReadModel, tokenReads } from './token-reads'

const shape = cacheShapeOf(
  makeHeader('llama', {
    block_count: 1,
    context_length: 4096,
    embedding_length: 32,
    'attention.head_count': 1,
    'attention.head_count_kv': 1,
  }),
)
const dense: ReadModel = {
  shape,
  weights: {
    byType: [
      { type: 'f16', bytes: 20_000 },
      { type: 'f32', bytes: 64 },
    ],
    unreadBytes: 0,
    outputBytes: 4000,
    lookupBytes: 64,
    experts: [],
    layerFlop: 16_000,
    outputFlop: 4000,
    attentionFlop: 128,
  },
}
const mixture: ReadModel = {
  ...dense,
  weights: { ...dense.weights, byType: [{ type: 'f16', bytes: 4064 + 2000 }], experts: [{ count: 4, used: 1, bytes: 8000 }] },
}
const settings: CacheSettings = {
  keyType: 'f16',
  valueType: 'f16',
  sequences: 1,
  swaFullCache: false,
  flashAttention: 'on',
  contextTokens: 4096,
  batchTokens: 512,
}

describe('a token', () => {
  it('moves the weights, the cells in use and its own row', () => {
    const reads = tokenReads(dense, settings, 10)
    expect(reads.caches).toEqual([{ kind: 'full', readBytes: 1280, writtenBytes: 128 }])
    expect(movedBytesOf(reads)).toBe(20_064 + 1280 + 128)
    expect(reads.flop).toBe(16_000 + 4000 + 1280)
  })
  it('takes at least its bytes divided by the bandwidth: 2 GB take 200 ms at 10 GB/s, so a measured 250 ms is an MBU of 80%', () => {
    expect(allowedItlMs(2e9, 10e9)).toBe(200)
    expect(bandwidthUtilization(2e9, 250, 10e9)).toBeCloseTo(0.8, 12)
  })
})

describe('a micro-batch', () => {
  it('reads the weights once, without the output matrix', () => {
    // 16,000 B of dense weights; 1 + ... + 8 = 36 pairs of a token and a cell.
    expect(batchCost(dense, settings, { batchTokens: 8, depth: 0 })).toEqual({
      bytes: 16_000 + 8 * 64 + 8 * 128 + 8 * 128,
      flop: 8 * 16_000 + 36 * 128,
    })
  })
  it('reads every expert that any of its tokens chooses: two tokens that each use 1 of 4 experts read 1 - 0.75² of the bytes', () => {
    const { bytes } = batchCost(mixture, settings, { batchTokens: 2, depth: 0 })
    // 0 B of dense weights; experts: 8,000 x 0.4375 B.
    expect(bytes).toBe(3500 + 2 * 64 + 2 * 128 + 2 * 128)
  })
  it('reads an expert once, no matter how many tokens choose it', () => {
    const { bytes } = batchCost(mixture, settings, { batchTokens: 512, depth: 0 })
    expect(bytes - 512 * (64 + 128 + 128)).toBeCloseTo(8000, 6)
  })
})

describe('the roof', () => {
  const roof = { bytesPerSecond: 10, flopPerSecond: 50 }
  it('is bandwidth times intensity below the ridge, and the peak rate above it', () => {
    expect([1, 4, 5, 100].map((intensity) => attainable(intensity, roof))).toEqual([10, 40, 50, 50])
  })
  it('is the peak rate once the intensity of a micro-batch reaches the ridge: here at 6 tokens', () => {
    // The ridge is 5. Intensities: 4.65 for 5 tokens, 5.51 for 6.
    expect(intensityOf(batchCost(dense, settings, { batchTokens: 5, depth: 0 }))).toBeCloseTo(81_920 / 17_600, 12)
    expect(turningBatch(dense, settings, roof)).toBe(6)
  })
  it('is set by bandwidth for every micro-batch if the processor is fast enough', () => {
    expect(turningBatch(dense, settings, { bytesPerSecond: 1, flopPerSecond: 1e12 })).toBeNull()
  })
})
