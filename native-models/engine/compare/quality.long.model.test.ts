/**
 * Source of the expected values: `llama-perplexity` of llama.cpp v0.4.0 for Pocket after its first stage, on this text, with `-c 512 -b 512 -ub 512 --chunks 8`, first with
 * `--kl-divergence-base`, then with `--kl-divergence -ctk K -ctv V`. The reference's perplexity is from the first run, because the base
 * file caps log probabilities. The values for AVX-512 and AMX are from a Xeon (Sapphire Rapids).
 *
 * Tolerances:
 * * Four times the rounding error of the base file, whose steps are 16 / 65535 = 0.00024.
 * * 0.5% of a mean and 10% of a single position, because a different order of summation can flip the rounding of a cell.
 * * Ten times the error of ln PPL, 0.001 / √2040, if the error of a log probability is 0.001.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompareResultOf, CompareTaskOf, ReadLogits } from '../../../core/contract/compare/compare-tasks'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvType } from '../../../core/contract/settings/kv-types'
import { LlamaEngine } from '../llama-engine'
import { type Kernels, kernels } from '../testing/lane-processor'

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** Without marks such as `<|im_end|>`, which would be read as plain text. */
const text = readFileSync(fromHere('../../pocket/eval/heldout.txt'), 'utf8').replace(/<\|[^|]*\|>/g, '')
const chunks = 8
const positions = chunks * 255
const lnPerplexityTolerance = (10 * 0.001) / Math.sqrt(positions)
const baseFileStep = 0.00007
const meanTolerance = (mean: number) => (4 * baseFileStep) / Math.sqrt(positions) + 0.005 * mean
const positionTolerance = (divergence: number) => 4 * baseFileStep + 0.1 * divergence
/** Share of positions at which a different order of summation can swap the top two tokens. */
const nearTies = 4 / positions

const recorded = {
  AVX2: {
    reference: { value: 7.0321, error: 0.52781 },
    q8_0: {
      ppl: 7.036085,
      pplError: 0.528248,
      mean: 0.000136,
      meanError: 0.000012,
      p90: 0.000307,
      p99: 0.002377,
      max: 0.011168,
      rms: 0.00274,
      top: 0.99608,
    },
    q4_0: {
      ppl: 6.994146,
      pplError: 0.521825,
      mean: 0.028067,
      meanError: 0.002328,
      p90: 0.065399,
      p99: 0.441743,
      max: 2.157038,
      rms: 0.04296,
      top: 0.94118,
    },
  },
  'AVX-512': {
    reference: { value: 7.0321, error: 0.52781 },
    q8_0: {
      ppl: 7.036283,
      pplError: 0.528282,
      mean: 0.000133,
      meanError: 0.000011,
      p90: 0.000324,
      p99: 0.002317,
      max: 0.007326,
      rms: 0.00276,
      top: 0.9951,
    },
    q4_0: {
      ppl: 6.991404,
      pplError: 0.521531,
      mean: 0.02776,
      meanError: 0.002349,
      p90: 0.060388,
      p99: 0.468606,
      max: 2.242973,
      rms: 0.04315,
      top: 0.94314,
    },
  },
  AMX: {
    reference: { value: 7.032, error: 0.5278 },
    q8_0: {
      ppl: 7.038987,
      pplError: 0.528539,
      mean: 0.000138,
      meanError: 0.000013,
      p90: 0.000293,
      p99: 0.002267,
      max: 0.008951,
      rms: 0.00268,
      top: 0.9951,
    },
    q4_0: {
      ppl: 6.998205,
      pplError: 0.52241,
      mean: 0.029268,
      meanError: 0.002677,
      p90: 0.064262,
      p99: 0.440138,
      max: 2.751113,
      rms: 0.04262,
      top: 0.93775,
    },
  },
} as const satisfies Record<Kernels, object>
const expected = recorded[kernels]
const referencePerplexity = expected.reference

const engine = new LlamaEngine()
const f16 = { ...defaultKvSettings, threads: 1, gpuBackend: 'cpu' as const, gpuLayers: 0 }
const task = (type: KvType, logits: ReadLogits): CompareTaskOf<'quality'> => ({
  kind: 'quality',
  reference: f16,
  settings: { ...f16, keyType: type, valueType: type },
  text,
  chunkTokens: 512,
  maxChunks: chunks,
  logits,
})
const measure = async (type: KvType, logits: ReadLogits) =>
  (await engine.measure(task(type, logits), undefined, () => {})) as CompareResultOf<'quality'>
const within = (value: number, wanted: number, tolerance: number) => expect(Math.abs(value - wanted)).toBeLessThanOrEqual(tolerance)

beforeAll(async () => {
  await engine.start('cpu')
  await engine.loadModel(fromHere('../../fixtures/first-stage/pocket-f16.gguf'), 0, undefined, () => {})
})
afterAll(() => engine.unload())

describe('special tokens in a text', () => {
  /** The perplexity of this model is 1.8919 on whole documents. Chunks split documents, and only their second halves are scored. */
  it('are read as special tokens on request, and as plain text otherwise, as in llama-perplexity', async () => {
    const heldout = readFileSync(fromHere('../../pocket/eval/heldout.txt'), 'utf8')
    const perplexity = async (specialTokens: boolean) => {
      const asked = { ...task('f16', 'full'), text: heldout, maxChunks: specialTokens ? chunks : 1, specialTokens }
      return ((await engine.measure(asked, undefined, () => {})) as CompareResultOf<'quality'>).perplexity.value
    }
    within(Math.log(await perplexity(true)), Math.log(2.0873), 0.01)
    expect(await perplexity(false)).toBeGreaterThan(50)
  })
})

describe('quality figures', () => {
  const full = new Map<KvType, CompareResultOf<'quality'>>()

  for (const type of ['q8_0', 'q4_0'] as const)
    it(`of ${type} agree with llama-perplexity`, async () => {
      const result = await measure(type, 'full')
      full.set(type, result)
      const wanted = expected[type]
      expect(result).toMatchObject({ textTokens: 18_983, chunks, scoredTokens: positions })
      within(Math.log(result.perplexity.value), Math.log(wanted.ppl), lnPerplexityTolerance + 0.005 * wanted.mean)
      within(result.perplexity.error, wanted.pplError, 0.005 * wanted.pplError)
      within(Math.log(result.referencePerplexity.value), Math.log(referencePerplexity.value), lnPerplexityTolerance)
      within(result.referencePerplexity.error, referencePerplexity.error, 0.005 * referencePerplexity.error)
      within(result.divergence.mean, wanted.mean, meanTolerance(wanted.mean))
      within(result.meanDivergence.error, wanted.meanError, 0.05 * wanted.meanError)
      within(result.divergence.p90, wanted.p90, positionTolerance(wanted.p90))
      within(result.divergence.p99, wanted.p99, positionTolerance(wanted.p99))
      within(result.divergence.max, wanted.max, positionTolerance(wanted.max))
      within(result.topAgreement.value, wanted.top, nearTies)
      within(result.rmsProbabilityChange.value, wanted.rms, 0.02 * wanted.rms)
      expect(result.method).toEqual({ logits: 'full', fullPositions: positions, headTokens: null, errorBound: 0 })
    })
  it('are within their reported error if most distributions are read only for their most likely tokens', async () => {
    const head = await measure('q4_0', 'head-and-tail')
    const whole = full.get('q4_0')
    if (!whole) throw new Error('Expected the test before to have run')
    expect(head.method).toMatchObject({ logits: 'head-and-tail', headTokens: 128, fullPositions: Math.ceil(positions / 32) })
    expect(head.method.errorBound).toBeGreaterThan(0)
    within(head.divergence.mean, whole.divergence.mean, head.method.errorBound)
    within(head.perplexity.value, whole.perplexity.value, 3 * head.perplexity.error)
    expect(head.topAgreement).toEqual(whole.topAgreement)
  })
  it('show no difference at all for a setting compared with itself, even if most distributions are read only for their most likely tokens', async () => {
    const { divergence, method, logPerplexityRatio } = (await engine.measure(
      { ...task('f16', 'head-and-tail'), maxChunks: 1 },
      undefined,
      () => {},
    )) as CompareResultOf<'quality'>
    expect(Object.values(divergence)).toEqual([0, 0, 0, 0, 0, 0])
    expect(logPerplexityRatio.value).toBe(0)
    expect(method.errorBound).toBe(0)
  })
})
