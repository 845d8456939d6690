import { expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { copy } from '../../../core/copy/copy'
import { planCache } from '../../../core/kv/plan-cache'
import { computeBytes } from '../../../core/plan/parts/compute-buffer'
import type { ComputeShape } from '../../../core/plan/parts/compute-shape'
import { activationFacts } from '../../../core/plan/parts/published-facts'
import { formatBytes } from '../../../core/text/amounts'
import { billSettings } from '../plan/planner-settings'
import { type Preset, presetOf, presetSubject } from '../plan/presets'

function bytes(id: string, contextTokens: number, swaFullCache = false): number {
  const { shape } = presetSubject(presetOf(id) as Preset)
  return planCache(shape, billSettings(shape, { ...defaultKvSettings, contextTokens, swaFullCache })).totalCacheBytes
}
const publishedFigures = copy.planner.publishedFigures()

it('sliding windows shrink the 62 GiB cache of Gemma 3 27B at 128k tokens by a factor of 5.8, and its cache at 32k tokens by 4.8', () => {
  const factor = (tokens: number) => bytes('gemma-3-27b', tokens, true) / bytes('gemma-3-27b', tokens)
  expect(formatBytes(bytes('gemma-3-27b', 131_072, true))).toBe('62.0 GiB')
  expect(formatBytes(bytes('gemma-3-27b', 131_072))).toBe('10.7 GiB')
  expect([factor(131_072).toFixed(1), factor(32_768).toFixed(1)]).toEqual(['5.8', '4.8'])
  expect(publishedFigures.gemma3.arithmetic).toContain('62 GiB ÷ 10.7 GiB = 5.8 times; with 32k tokens, 4.8 times')
})
it('the presets of Llama 4 and DeepSeek-V3 match the published figures', () => {
  expect(publishedFigures.llama4.arithmetic).toContain(formatBytes(bytes('llama-4-scout', 32_768)))
  expect(publishedFigures.deepSeekV3.arithmetic).toContain(formatBytes(bytes('deepseek-v3', 131_072)))
  expect([8192 * 327_680, 8 * 8192 * 327_680].map(formatBytes)).toEqual(['2.50 GiB', '20.0 GiB'])
})
it('Falcon Mamba has the same state at any length', () => {
  expect(bytes('falcon-mamba-7b', 4096)).toBe(bytes('falcon-mamba-7b', 131_072))
  expect(bytes('falcon-mamba-7b', 4096) / 2 ** 20).toBe(38)
})
it('DeepSeek-V2 saves 82.2% of the cache at equal precision, and 93.3% with 6 bits', () => {
  const [latent, grouped] = [(512 + 64) * 60 * 2, 2 * 95 * 8 * 128 * 2]
  expect([latent, grouped, (latent / 16) * 6]).toEqual([69_120, 389_120, 25_920])
  expect([(1 - latent / grouped).toFixed(3), (1 - 25_920 / grouped).toFixed(3)]).toEqual(['0.822', '0.933'])
})
it('the activations of Llama 3.1 8B are those of its preset and of the plan', () => {
  const preset = presetOf('llama-3.1-8b') as Preset
  const { shape, compute } = presetSubject(preset)
  const { tokens, embeddingDim, vocabulary } = activationFacts
  expect(preset.keys).toMatchObject({ embedding_length: embeddingDim, vocab_size: vocabulary })
  const settings = billSettings(shape, { ...defaultKvSettings, contextTokens: tokens })
  expect(computeBytes(compute as ComputeShape, settings, planCache(shape, settings)) / 2 ** 20).toBe(266.5)
  expect(publishedFigures.activations.arithmetic).toContain('8,192 × 4,096 × 2 B = 64.0 MiB')
  expect(publishedFigures.activations.arithmetic).toContain('512 tokens × (128,256 + 2 × 4,096) × 4 B = 267 MiB')
})
it('llama.cpp itself takes what the plan counts', () => {
  expect(publishedFigures.overhead.arithmetic).toContain('100 MiB + 456 MiB = 556 MiB')
})
