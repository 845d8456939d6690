import { describe, expect, it } from 'vitest'
import type { TurnMetrics } from '../contract/chat/turn'
import { makeHeader } from '../gguf/made-header'
import type { CacheSettings } from '../kv/cache-settings'
import { cacheShapeOf } from '../kv/cache-shape-of'
import { depthPoints, measuredDecodes, measuredPrefills, occupancyOverTime } from './conversation-points'
import { type ReadModel, tokenReads } from './token-reads'

/** One layer with one KV head of 32 elements. */
const model: ReadModel = {
  shape: cacheShapeOf(
    makeHeader('llama', {
      ...{ block_count: 1, context_length: 4096, embedding_length: 32, 'attention.head_count': 1, 'attention.head_count_kv': 1 },
    }),
  ),
  weights: {
    byType: [{ type: 'f16', bytes: 10_000 }],
    ...{ unreadBytes: 0, outputBytes: 0, lookupBytes: 0, experts: [], layerFlop: 10_000, outputFlop: 0, attentionFlop: 128 },
  },
}
const settings: CacheSettings = {
  ...({ keyType: 'f16', valueType: 'f16', flashAttention: 'on' } as const),
  ...{ sequences: 1, swaFullCache: false, contextTokens: 4096, batchTokens: 512 },
}
const turn = (change: Partial<TurnMetrics> = {}): TurnMetrics => ({
  ...{ stopReason: 'token-limit', promptTokens: 100, reusedTokens: 40, processedTokens: 60, outputTokens: 20 },
  ...{ ttftMs: 300, queueMs: 100, tokeniseMs: 10, prefillMs: 190, firstTokenMs: 0, itlMs: { p50: 2, p90: 2, p99: 2 }, tpotMs: 2 },
  ...{ prefillTokensPerSecond: 1, decodeTokensPerSecond: 1, totalMs: 500, usedCells: 120, totalCells: 4096, seed: 0, threads: 2 },
  reads: { ...tokenReads(model, settings, 110), location: 'ram' },
  pieces: [
    { usedCells: 105, itlMs: 2, endMs: 400 },
    { usedCells: 115, itlMs: 3, endMs: 500 },
  ],
  ...change,
})

describe('points by cells in use', () => {
  it('include the pieces of all answers, sorted by depth', () => {
    const later = turn({ pieces: [{ usedCells: 50, itlMs: 1, endMs: 1 }] })
    expect(depthPoints([turn(), later], model, settings)).toEqual([
      { tokens: 50, itlMs: 1 },
      { tokens: 105, itlMs: 2 },
      { tokens: 115, itlMs: 3 },
    ])
  })
  it('leave out turns with other cache types, another model, or drafts', () => {
    const q8 = { ...settings, keyType: 'q8_0', valueType: 'q8_0' } as const
    const other = { ...model, weights: { ...model.weights, byType: [{ type: 'f16', bytes: 9999 }] } }
    const drafted = turn({ speculation: { drafted: 1, accepted: 1, speedUp: null, switchedOff: false } })
    expect(depthPoints([turn()], model, q8)).toEqual([])
    expect(depthPoints([turn()], other, settings)).toEqual([])
    expect(depthPoints([drafted], model, settings)).toEqual([])
  })
  it('have an intensity and a rate: 24,080 FLOP for 24,208 bytes, in 2 ms', () => {
    expect(measuredDecodes([turn()], model, settings)).toEqual([
      { tokens: 110, flopPerByte: 24_080 / 24_208, flopPerSecond: 24_080 / 0.002 },
    ])
  })
})

describe('the prefill of an answer', () => {
  it('has a rate: 59 tokens after 40 take 59 x 10,000 FLOP and 128 for each pair of a token and a cell', () => {
    const pairs = 59 * 40 + (59 * 60) / 2
    const [prefill] = measuredPrefills([turn({ prefillMs: 59, prefillTokensPerSecond: 1000 })], model, settings)
    expect(prefill?.tokens).toBe(59)
    expect(prefill?.flopPerSecond).toBeCloseTo(((59 * 10_000 + pairs * 128) / 59) * 1000, 3)
  })
  it('does not count if it is short or belongs to another model', () => {
    const other = { ...model, weights: { ...model.weights, byType: [{ type: 'f16', bytes: 9999 }] } }
    expect(
      measuredPrefills([turn({ prefillMs: 10, prefillTokensPerSecond: 1000 }), turn({ prefillTokensPerSecond: null })], model, settings),
    ).toEqual([])
    expect(measuredPrefills([turn()], other, settings)).toEqual([])
  })
})

describe('occupancy over time', () => {
  it('starts at the reused cells, grows with the prompt and the answer, and drops at the next prompt', () => {
    const next = turn({ reusedTokens: 30, pieces: [], usedCells: 125 })
    expect(occupancyOverTime([turn(), next])).toEqual([
      { seconds: 0.1, usedCells: 40 },
      { seconds: 0.3, usedCells: 100 },
      // The midpoints of 300 to 400 ms and of 400 to 500 ms.
      { seconds: 0.35, usedCells: 105 },
      { seconds: 0.45, usedCells: 115 },
      { seconds: 0.5, usedCells: 120 },
      { seconds: 0.6, usedCells: 30 },
      { seconds: 0.8, usedCells: 100 },
      { seconds: 1, usedCells: 125 },
    ])
  })
  it('leaves out a turn that never began', () => {
    expect(occupancyOverTime([turn({ usedCells: 0 })])).toEqual([])
  })
})
