import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type CompareResultOf,
  type CompareTask,
  type CompareTaskOf,
  compareResult,
  type LocalTask,
} from '../../../core/contract/compare/compare-tasks'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { EngineBackend } from '../backend'

export interface MeasuringEngine {
  readonly backend: EngineBackend
  readonly modelPath: string
}

const f16: KvSettings = { ...defaultKvSettings, threads: 1, gpuBackend: 'cpu', gpuLayers: 0 }
const q4: KvSettings = { ...f16, keyType: 'q4_0', valueType: 'q4_0' }
const story = 'Once upon a time there was a small town at the sea, and in it lived an old captain who told stories. '.repeat(24)
const quality: CompareTaskOf<'quality'> = {
  kind: 'quality',
  reference: f16,
  settings: f16,
  text: story,
  chunkTokens: 128,
  maxChunks: 2,
}
const speed: CompareTaskOf<'speed'> = {
  kind: 'speed',
  settings: f16,
  test: { prompt: 48, generated: 8, depth: 32 },
  repetitions: 2,
  warmUp: true,
}

export function measureSuite(name: string, create: () => MeasuringEngine): void {
  describe(name, () => {
    let backend: EngineBackend
    beforeAll(async () => {
      const engine = create()
      backend = engine.backend
      await backend.start('cpu')
      await backend.loadModel(engine.modelPath, 0, undefined, () => {})
    })
    afterAll(() => backend.unload())

    async function measure<Kind extends LocalTask['kind']>(
      task: CompareTaskOf<Kind>,
      signal?: AbortSignal,
    ): Promise<CompareResultOf<Kind>> {
      const shares: number[] = []
      const result = compareResult.parse(await backend.measure(task as CompareTask, signal, (share) => shares.push(share)))
      expect(shares.at(-1)).toBe(1)
      expect(shares).toEqual([...shares].sort((a, b) => a - b))
      expect(result.kind).toBe((task as LocalTask).kind)
      return result as CompareResultOf<Kind>
    }
    const refusal = async (task: CompareTask) =>
      failureOf(await backend.measure(task, undefined, () => {}).catch((error: unknown) => error))

    it('measures one sample per repetition, and a gap for every generated token but the first', async () => {
      const { samplesNs, itlMs, context, threads } = await measure(speed)
      expect(samplesNs).toHaveLength(2)
      expect(itlMs).toHaveLength(2 * 7)
      expect(itlMs.reduce((sum, gap) => sum + gap, 0) * 1e6).toBeLessThan(samplesNs.reduce((sum, sample) => sum + sample, 0))
      expect(context.contextTokens).toBeGreaterThanOrEqual(48 + 8 + 32)
      expect(threads).toBe(1)
    })
    it('measures no difference between equal settings', async () => {
      const result = await measure(quality)
      expect(result.divergence).toEqual({ mean: 0, median: 0, p90: 0, p99: 0, p999: 0, max: 0 })
      expect(result.topAgreement).toEqual({ value: 1, error: 0 })
      expect(result.logPerplexityRatio.value).toBe(0)
      expect(result.perplexity).toEqual(result.referencePerplexity)
      expect(result).toMatchObject({ chunks: 2, scoredTokens: 2 * 63 })
    })
    it('measures a difference between q4_0 and f16, and less memory for q4_0', async () => {
      const result = await measure({ ...quality, settings: q4 })
      expect(result.divergence.mean).toBeGreaterThan(0)
      expect(result.divergence.p99).toBeLessThanOrEqual(result.divergence.max)
      expect(result.context).toMatchObject({ keyType: 'q4_0', valueType: 'q4_0' })
      expect(result.context.allocatedBytes * 3).toBeLessThan((await measure(speed)).context.allocatedBytes)
    })
    it('refuses a text that is too short for two chunks', async () => {
      const short = await refusal({ ...quality, text: 'Once upon a time' })
      expect(short).toMatchObject({ code: 'compare-text-too-short', facts: { neededTokens: 256 } })
      expect(await refusal({ ...quality, text: '' })).toMatchObject({ code: 'compare-text-too-short' })
    })
    it('refuses a text that contains a NUL character', async () => {
      const text = `${story}\0${story}`
      expect(await refusal({ ...quality, text })).toMatchObject({ code: 'compare-text-binary', facts: { character: story.length } })
    })
    it('refuses to measure settings that llama.cpp would refuse', async () => {
      expect(await refusal({ ...speed, settings: { ...q4, flashAttention: 'off' } })).toMatchObject({
        code: 'settings-refused',
        facts: { reason: { kind: 'quantized-value-needs-flash-attention' } },
      })
    })
    it('measures an answer token by token', async () => {
      const prompt = 'Tell me a tiny story.'
      const result = await measure({ kind: 'answer', settings: f16, prompt, maxTokens: 12, ignoreEndOfText: true })
      expect(result.tokens).toHaveLength(12)
      expect(result.itlMs).toHaveLength(11)
      expect(result.metrics).toMatchObject({ outputTokens: 12, reusedTokens: 0, stopReason: 'token-limit' })
      expect(result.tokens.map(({ text }) => text).join('')).toBe(result.text)
    })
    it('tests passkeys at every depth', async () => {
      const task: CompareTask = { kind: 'passkey', settings: f16, promptTokens: 200, depths: [0, 1], trials: 2, seed: 1 }
      const { byDepth } = await measure(task)
      expect(byDepth.map(({ depth, trials }) => ({ depth, trials }))).toEqual([
        { depth: 0, trials: 2 },
        { depth: 1, trials: 2 },
      ])
      for (const { found, trials } of byDepth) expect(found).toBeLessThanOrEqual(trials)
    })
    it('scores each answer in JSON, and a grammar makes every complete answer valid', async () => {
      const task: CompareTaskOf<'schemas'> = { kind: 'schemas', settings: f16, prompts: 4, seed: 1, withGrammar: false }
      const free = await measure(task)
      const bound = await measure({ ...task, withGrammar: true })
      expect(bound.answers.map(({ prompt }) => prompt)).toEqual(free.answers.map(({ prompt }) => prompt))
      expect(new Set(free.answers.map(({ prompt }) => prompt)).size).toBe(4)
      expect(bound.answers.some(({ complete }) => complete)).toBe(true)
      for (const { complete, valid } of bound.answers) expect(valid).toBe(complete)
    })
    it('generates the same tokens with and without a cache', async () => {
      const result = await measure({ kind: 'cacheless', settings: f16, prompt: 'Once upon a time', tokens: 6 })
      expect(result).toMatchObject({ identical: true, firstDifference: null })
      expect(result.withCacheMs).toHaveLength(6)
      expect(result.withoutCacheMs).toHaveLength(6)
    })
    it('stops a measurement that is aborted, and can measure again', async () => {
      const leaving = new AbortController()
      const long = { ...speed, test: { prompt: 0, generated: 64, depth: 0 }, repetitions: 50 }
      await expect(backend.measure(long, leaving.signal, () => leaving.abort())).rejects.toMatchObject({ name: 'AbortError' })
      await measure(speed)
    })
    it('has no context after a measurement', async () => {
      await backend.createContext({ settings: f16, contextTokens: 256, predictedBytes: null })
      backend.assertReady()
      await measure(speed)
      expect(() => backend.assertReady()).toThrow('no-model-loaded')
    })
    it('refuses to measure without a model', async () => {
      await backend.unload()
      expect(await refusal(speed)).toMatchObject({ code: 'no-model-loaded' })
    })
  })
}
