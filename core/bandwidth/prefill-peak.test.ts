import { expect, it } from 'vitest'
import { contextReport } from '../contract/cache/cache'
import type { CompareCell } from '../contract/compare/compare-runs'
import { defaultKvSettings } from '../contract/settings/kv-defaults'
import { makeHeader } from '../gguf/made-header'
import { cacheShapeOf } from '../kv/cache-shape-of'
import { peakFlopPerSecond, peakFrom, secondsOfPeakPlan } from './prefill-peak'
import type { ReadModel } from './token-reads'

/** 1,000 FLOP per token, and 0 for attention. */
const model: ReadModel = {
  shape: cacheShapeOf(makeHeader('llama', { block_count: 1, context_length: 4096, embedding_length: 32, 'attention.head_count': 1 })),
  weights: {
    byType: [{ type: 'f16', bytes: 1000 }],
    ...{ unreadBytes: 0, outputBytes: 0, lookupBytes: 0, experts: [], layerFlop: 1000, outputFlop: 0, attentionFlop: 0 },
  },
}
const context = contextReport.parse({
  ...{ contextTokens: 512, trainedTokens: 4096, sequences: 1, batchTokens: 512, keyType: 'f16', valueType: 'f16', flashAttention: true },
  ...{ swaFullCache: false, caches: [], allocatedBytes: 0, predictedBytes: null, comparison: [], contextBytes: { ram: 0, vram: 0 } },
  threads: { chosen: 2, cores: 2, measured: [] },
})
const cell = (batchTokens: number, samplesNs: number[], test: { prompt: number; generated: number; depth: number }) =>
  ({
    task: { kind: 'speed', settings: { ...defaultKvSettings, batchTokens }, test, repetitions: 3, warmUp: true },
    result: { kind: 'speed', context, threads: 2, samplesNs, itlMs: [] },
  }) satisfies Pick<CompareCell, 'task' | 'result'>
const prompt = { prompt: 512, generated: 0, depth: 0 }

it('peakFrom multiplies the fastest repetition of prompts at depth 0 by the FLOP of a token, for each micro-batch, and that of decode', () => {
  const peak = peakFrom(
    [
      cell(64, [1e9, 0.9e9, 3e9], prompt),
      cell(512, [0.5e9], prompt),
      // Left out: a slower run, and other tests.
      cell(512, [2e9], prompt),
      cell(512, [0.1e9], { ...prompt, depth: 1024 }),
      cell(512, [0.1e9], { prompt: 0, generated: 128, depth: 0 }),
      // Left out: the prompt does not fill the micro-batch.
      cell(2048, [0.1e9], prompt),
    ],
    model,
  )
  expect(peak).toEqual({
    threads: 2,
    // 128 tokens in 0.1 s.
    decodeFlopPerSecond: 1_280_000,
    byBatch: [
      // 512 tokens in 1, 0.9 and 3 s.
      {
        batchTokens: 64,
        tokensPerSecond: expect.closeTo(512 / 0.9, 9),
        flopPerSecond: expect.closeTo(512_000 / 0.9, 6),
        spread: expect.closeTo(1 / 0.9 - 1 / 3, 9),
      },
      { batchTokens: 512, tokensPerSecond: 1024, flopPerSecond: 1_024_000 },
    ],
  })
  expect(peak && peakFlopPerSecond(peak)).toBe(1_280_000)
})
it('peakFrom returns null if no prompt was measured', () => {
  expect(peakFrom([{ ...cell(64, [], prompt), result: null }], model)).toBeNull()
})

it('secondsOfPeakPlan adds four prompts of 512 tokens at each micro-batch, none faster than the prefill of answers', () => {
  // Rates for 1, 4, 16, 64, 256 and 512 tokens: 10, 40, 100, 100, 100 and 100 tok/s.
  const seconds = 4 * (512 / 10 + 512 / 40 + (4 * 512) / 100)
  expect(secondsOfPeakPlan([{ prefillTokensPerSecond: 100, decodeTokensPerSecond: 10 }])).toBeCloseTo(seconds, 9)
  expect(secondsOfPeakPlan([{ prefillTokensPerSecond: null, decodeTokensPerSecond: 10 }])).toBeNull()
})
