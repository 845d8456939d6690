import { settingsOfContext } from '../../core/bandwidth/context-settings'
import { tokenReads } from '../../core/bandwidth/token-reads'
import type { TurnMetrics } from '../../core/contract/chat/turn'
import type { MemoryBandwidth, PrefillPeak } from '../../core/contract/models/bandwidth'
import { context, metrics, modelFile } from './facts'
import { readModel } from './read-model'

const mebibyte = 2 ** 20

export const memoryBandwidth: MemoryBandwidth = {
  measuredAt: Date.UTC(2026, 0, 15, 12),
  cpu: 'A processor',
  cores: 8,
  memoryBytes: 16 * 1024 * mebibyte,
  arrayBytes: 512 * mebibyte,
  cacheBytes: 32 * mebibyte,
  byThreads: [
    { threads: 1, bytesPerSecond: 16.2e9 },
    { threads: 2, bytesPerSecond: 27.9e9 },
    { threads: 4, bytesPerSecond: 38.4e9 },
    { threads: 8, bytesPerSecond: 37.1e9 },
  ],
}
export const prefillPeak: PrefillPeak = {
  measuredAt: Date.UTC(2026, 0, 15, 12),
  modelPath: modelFile().path,
  modelName: modelFile().name,
  modelBytes: 380 * mebibyte,
  backend: 'cpu',
  threads: 8,
  byBatch: [
    { batchTokens: 1, tokensPerSecond: 62, flopPerSecond: 44e9 },
    { batchTokens: 4, tokensPerSecond: 190, flopPerSecond: 136e9 },
    { batchTokens: 16, tokensPerSecond: 410, flopPerSecond: 294e9 },
    { batchTokens: 64, tokensPerSecond: 560, flopPerSecond: 402e9 },
    { batchTokens: 256, tokensPerSecond: 600, flopPerSecond: 431e9 },
    { batchTokens: 512, tokensPerSecond: 590, flopPerSecond: 424e9 },
  ],
}

/** A turn of a growing conversation, with about `itlMs` per token at about `tokens` cells. */
export const turnAt = (tokens: number, itlMs: number): TurnMetrics => ({
  ...metrics,
  promptTokens: tokens - 32,
  reusedTokens: Math.max(0, tokens - 200),
  usedCells: tokens + 32,
  itlMs: { p50: itlMs, p90: 1.1 * itlMs, p99: 1.4 * itlMs },
  reads: { ...tokenReads(readModel, settingsOfContext(context), tokens), location: 'ram' },
  pieces: [
    { usedCells: tokens - 16, itlMs: 0.99 * itlMs, endMs: 900 },
    { usedCells: tokens + 16, itlMs: 1.01 * itlMs, endMs: 1600 },
  ],
})
