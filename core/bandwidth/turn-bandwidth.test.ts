import { describe, expect, it } from 'vitest'
import type { TurnMetrics } from '../contract/chat/turn'
import type { MemoryBandwidth } from '../contract/models/bandwidth'
import { turnBandwidth } from './turn-bandwidth'

const memory: MemoryBandwidth = {
  ...{ measuredAt: 0, cpu: 'cpu', cores: 4, memoryBytes: 2 ** 34, arrayBytes: 2 ** 28, cacheBytes: null },
  byThreads: [
    { threads: 1, bytesPerSecond: 12e9 },
    { threads: 2, bytesPerSecond: 20e9 },
    { threads: 4, bytesPerSecond: 18e9 },
  ],
}
const metrics: TurnMetrics = {
  ...{ stopReason: 'token-limit', promptTokens: 10, reusedTokens: 0, processedTokens: 10, outputTokens: 5 },
  ...{ ttftMs: 1, queueMs: 0, tokeniseMs: 0, prefillMs: 1, firstTokenMs: 0, itlMs: { p50: 100, p90: 120, p99: 200 }, tpotMs: 100 },
  ...{ prefillTokensPerSecond: 1, decodeTokensPerSecond: 1, totalMs: 1, usedCells: 15, totalCells: 256, seed: 0, threads: 2 },
  reads: {
    tokens: 12,
    weights: [
      { type: 'q4_K', bytes: 900e6 },
      { type: 'f32', bytes: 60e6 },
    ],
    caches: [
      { kind: 'full', readBytes: 30e6, writtenBytes: 2e6 },
      { kind: 'recurrent', readBytes: 4e6, writtenBytes: 4e6 },
    ],
    flop: 1e9,
    location: 'ram',
  },
}

describe('a turn', () => {
  it('is compared with the bandwidth of its number of threads: 1 GB takes 50 ms at 20 GB/s, half of the measured 100 ms', () => {
    expect(turnBandwidth(metrics, memory)).toEqual({
      tokens: 12,
      weightBytes: 960e6,
      cacheBytes: 34e6,
      writtenBytes: 6e6,
      movedBytes: 1e9,
      basis: { threads: 2, bytesPerSecond: 20e9 },
      allowedItlMs: 50,
      itlMs: 100,
      utilization: 0.5,
      unknown: null,
      fitsCache: false,
    })
  })
  it('fits the last-level cache if the cache has at least its bytes', () => {
    expect(turnBandwidth(metrics, { ...memory, cacheBytes: 1e9 })?.fitsCache).toBe(true)
    expect(turnBandwidth(metrics, { ...memory, cacheBytes: 1e9 - 1 })?.fitsCache).toBe(false)
  })
  it('with one thread is compared with what one thread reads, and with three threads with what four read', () => {
    expect(turnBandwidth({ ...metrics, threads: 1 }, memory)).toMatchObject({ basis: { threads: 1 }, utilization: 1e9 / 12e9 / 0.1 })
    expect(turnBandwidth({ ...metrics, threads: 3 }, memory)?.basis).toEqual({ threads: 4, bytesPerSecond: 18e9 })
    expect(turnBandwidth({ ...metrics, threads: 8 }, memory)?.basis).toEqual({ threads: 4, bytesPerSecond: 18e9 })
  })
  it.each([
    ['not-measured', metrics, null],
    ['not-in-ram', { ...metrics, reads: { ...metrics.reads, location: 'both' } } as TurnMetrics, memory],
    ['too-short', { ...metrics, itlMs: null }, memory],
    ['shared-steps', { ...metrics, speculation: { drafted: 3, accepted: 1, speedUp: null, switchedOff: false } }, memory],
    ['shared-steps', { ...metrics, sharedSteps: { steps: 1, otherTurns: 1, otherPromptTokens: 0 } }, memory],
    ['shared-steps', { ...metrics, shared: { answers: 2, copyMs: 1, cellBytes: 1, inOneBatch: true } }, memory],
  ] as const)('has bytes but no utilization, for the reason %s', (unknown, one, known) => {
    expect(turnBandwidth(one, known)).toMatchObject({ movedBytes: 1e9, allowedItlMs: null, utilization: null, unknown })
  })
  it('has no figures if an older version stored it', () => {
    const { reads: _, ...older } = metrics
    expect(turnBandwidth(older, memory)).toBeNull()
  })
})
