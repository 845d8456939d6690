import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { planCache } from '../../../core/kv/plan-cache'
import { billSettings, type PlannerSettings } from '../plan/planner-settings'
import { type Preset, presetOf, presetSubject, presets } from '../plan/presets'
import { wrongFormulas } from './wrong-formulas'

function factorsOf(id: string, change: Partial<PlannerSettings> = {}): Record<string, number> {
  const subject = presetSubject(presetOf(id) as Preset)
  const settings = { ...defaultKvSettings, ...change }
  const plan = planCache(subject.shape, billSettings(subject.shape, settings))
  return Object.fromEntries(wrongFormulas(subject, plan, settings).map((wrong) => [wrong.mistake.id, wrong.factor]))
}

describe('a wrong formula', () => {
  it('that ignores shared heads is 4 times too high for Llama 3.1 8B and 16 times for 405B', () => {
    // 32 / 8 and 128 / 8 heads. 2 x layers x hidden size gives the same number, so it is listed once.
    expect(factorsOf('llama-3.1-8b')).toEqual({ 'query-heads': 4, 'values-forgotten': 0.5 })
    expect(factorsOf('llama-3.1-405b')).toEqual({ 'query-heads': 16, 'values-forgotten': 0.5 })
  })
  it('that ignores shared heads is right for a model without shared heads, and is not listed', () => {
    expect(Object.keys(factorsOf('llama-2-7b'))).toEqual(['values-forgotten'])
  })
  it('that gives sliding layers the whole context is 5.8 times too high for Gemma 3 27B at 128k tokens', () => {
    // 62 x 131,072 cells instead of 10 x 131,072 + 52 x 1,792
    expect(factorsOf('gemma-3-27b', { contextTokens: 131_072 })['windows-forgotten']).toBeCloseTo(
      (62 * 131_072) / (10 * 131_072 + 52 * 1792),
      10,
    )
  })
  it('has only one mistake: for Gemma 3 27B, the heads or the width are wrong, but the sliding windows are correct', () => {
    for (const swaFullCache of [false, true]) {
      const factors = factorsOf('gemma-3-27b', { contextTokens: 131_072, swaFullCache })
      // 32 / 16 heads, and 5,376 / 2,048 elements.
      expect(factors['query-heads']).toBe(2)
      expect(factors['model-width']).toBeCloseTo(5376 / 2048, 10)
      expect(factors['values-forgotten']).toBe(0.5)
    }
  })
  it('that ignores shared heads never errs by more than the ratio of heads, for any preset', () => {
    for (const preset of presets) {
      const { attention } = presetSubject(preset)
      const factors = factorsOf(preset.id, { contextTokens: 32_768 })
      if (!attention || attention.latent || factors['query-heads'] === undefined) continue
      expect(factors['query-heads'], preset.id).toBeLessThanOrEqual(attention.heads / attention.kvHeads)
    }
  })
  it('for latent attention is 1.89 times too high if it adds V, 71 times too high if it counts decompressed heads, and 61 times too low if it counts one layer', () => {
    const factors = factorsOf('deepseek-v3', { contextTokens: 32_768 })
    expect(factors['latent-with-values']).toBeCloseTo((576 + 512) / 576, 10)
    // 128 heads x (192 + 128) instead of 576
    expect(factors['latent-decompressed']).toBeCloseTo((128 * 320) / 576, 10)
    expect(factors['latent-once']).toBeCloseTo(1 / 61, 10)
  })
  it('that multiplies by the number of experts is too high by that factor', () => {
    expect(factorsOf('qwen3-30b-a3b').experts).toBe(128)
  })
  it('may count every layer of a hybrid as attention, or ignore states', () => {
    const factors = factorsOf('jamba-mini', { contextTokens: 262_144 })
    // 4 layers of 4 KiB per token, and 28 states of 19 x 8,192 x 4 B = 17,432,576 B in all
    const states = 28 * 19 * 8192 * 4
    const truth = 262_144 * 16_384 + states
    expect(factors['recurrent-as-attention']).toBeCloseTo((262_144 * 16_384 * 8) / truth, 10)
    expect(factorsOf('falcon-mamba-7b')).toEqual({ 'state-forgotten': 0 })
  })
  it('for quantized types may count 8 bits instead of 8.5, or a whole block for each element', () => {
    const factors = factorsOf('llama-3.1-8b', { keyType: 'q8_0', valueType: 'q8_0' })
    expect(factors['scales-forgotten']).toBeCloseTo(8 / 8.5, 10)
    expect(factors['block-for-element']).toBe(32)
  })
  it('comes first in the list if its error is largest', () => {
    const factors = Object.values(factorsOf('deepseek-v3'))
    const severity = factors.map((factor) => Math.abs(Math.log(factor)))
    expect(severity).toEqual(severity.toSorted((a, b) => b - a))
  })
})
