import { describe, expect, it } from 'vitest'
import type { ComparePlan, CompareRun } from '../../../core/contract/compare/compare-runs'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { learnedFactor, ratesOf, secondsOf, workOf } from './estimate-duration'

const nothing: ComparePlan = {
  modelId: 'm',
  title: '',
  variants: [defaultKvSettings, defaultKvSettings],
  speed: null,
  latency: null,
  quality: null,
  passkey: null,
  answers: null,
  cacheless: null,
}

describe('the estimated work of a plan', () => {
  it('counts depth, tests, repetitions and warm-up for each setting', () => {
    const speed = {
      tests: [
        { prompt: 512, generated: 0, depth: 0 },
        { prompt: 0, generated: 128, depth: 1024 },
      ],
      repetitions: 4,
      warmUp: true,
    }
    // 2 settings x 5 repetitions x (512 + 1,024) tokens in batches, and x 128 one at a time.
    expect(workOf({ ...nothing, speed }, 0)).toEqual({ prefillTokens: 15_360, decodeTokens: 1280 })
  })
  it('counts a text twice, for the reference and for the setting, in whole chunks', () => {
    const quality = { text: { source: 'bundled' as const, name: 't' }, chunkTokens: 512, maxChunks: null }
    // 10,000 characters are about 2,500 tokens, which is 4 chunks: 2 settings x 2 x 4 x 512 tokens.
    expect(workOf({ ...nothing, quality }, 10_000)).toEqual({ prefillTokens: 8192, decodeTokens: 0 })
    expect(workOf({ ...nothing, quality: { ...quality, maxChunks: 1 } }, 10_000).prefillTokens).toBe(2048)
  })
  it('counts the whole sequence again for every token without a cache, but only for the first setting', () => {
    // A prompt of 4 tokens: 4 + 5 + 6 tokens, and 3 with the cache.
    expect(workOf({ ...nothing, cacheless: { prompt: 'x'.repeat(16), tokens: 3 } }, 0)).toEqual({
      prefillTokens: 15,
      decodeTokens: 3,
    })
  })
  it('is converted to time at the measured rates', () => {
    expect(secondsOf({ prefillTokens: 4000, decodeTokens: 100 }, { prefill: 2000, decode: 50 })).toBe(4)
  })
})

describe('the measured rates', () => {
  const cell = (prompt: number, generated: number, samplesNs: readonly number[]) => ({
    task: { kind: 'speed', test: { prompt, generated, depth: 0 } },
    result: { kind: 'speed', samplesNs },
  })
  it('are the means of the prefill and decode tests', () => {
    // 512 tokens take 0.5 s and 0.25 s, and 10 take 1 s. The combined test counts toward neither rate.
    const results = [cell(512, 0, [5e8, 2.5e8]), cell(0, 10, [1e9]), cell(512, 10, [1])]
    expect(ratesOf({ results: results as never })).toEqual({ prefill: 1536, decode: 10 })
  })
  it('are unknown if prefill or decode was not measured', () => {
    expect(ratesOf({ results: [cell(512, 0, [1e9])] as never })).toBeNull()
  })
})

describe('what an estimate learns from earlier runs', () => {
  const plan: ComparePlan = { ...nothing, speed: { tests: [{ prompt: 512, generated: 0, depth: 0 }], repetitions: 1, warmUp: false } }
  // 2 settings x 512 tokens at 512 tokens per second: 2 s.
  const rates = { prefill: 512, decode: 10 }
  const took = (seconds: number, change: Partial<CompareRun> = {}) =>
    ({ plan, state: 'done', failed: 0, startedAt: 1000, endedAt: 1000 + seconds * 1000, ...change }) as CompareRun
  it('is how many times as long they took: the median, so that one long pause does not count', () => {
    expect(learnedFactor([took(3)], rates)).toEqual({ factor: 1.5, runs: 1 })
    expect(learnedFactor([took(3), took(600), took(4)], rates)).toEqual({ factor: 2, runs: 3 })
  })
  it('is nothing without a run that was measured as a whole', () => {
    const parts = [took(3, { state: 'cancelled' }), took(3, { failed: 1 }), took(3, { endedAt: null }), took(3, { plan: null })]
    expect(learnedFactor(parts, rates)).toEqual({ factor: 1, runs: 0 })
  })
})
