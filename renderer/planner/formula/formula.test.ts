import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { kvTypes } from '../../../core/contract/settings/kv-types'
import { copy } from '../../../core/copy/copy'
import { planCache } from '../../../core/kv/plan-cache'
import { billSettings, type PlannerSettings } from '../plan/planner-settings'
import { type Preset, presetOf, presetSubject, presets } from '../plan/presets'
import { formulaTerms, windowCells } from './formula'

function termsOf(id: string, change: Partial<PlannerSettings> = {}) {
  const { shape } = presetSubject(presetOf(id) as Preset)
  const settings = { ...defaultKvSettings, ...change }
  const plan = planCache(shape, billSettings(shape, settings))
  return { plan, terms: formulaTerms(shape, plan, settings) }
}
const total = (terms: readonly { readonly bytes: number }[]) => terms.reduce((sum, { bytes }) => sum + bytes, 0)

describe('the formula with the numbers of a model', () => {
  it('adds up to the size in the plan, for every preset and type', () => {
    for (const { id } of presets)
      for (const type of kvTypes)
        for (const change of [{}, { sequences: 3 }, { flashAttention: 'off' }, { swaFullCache: true }] as const) {
          const { plan, terms } = termsOf(id, { keyType: type, valueType: type, contextTokens: 5000, ...change })
          expect([id, type, total(terms)]).toEqual([id, type, plan.totalCacheBytes])
        }
  })
  it('has one line for equal layers', () => {
    const { terms } = termsOf('llama-3.1-8b', { contextTokens: 8192 })
    expect(terms.map(copy.planner.formula.term)).toEqual(['32 layers × 8,192 cells × (K 1,024 × 2 B + V 1,024 × 2 B)'])
  })
  it('has one line for full layers and one for sliding layers', () => {
    const { terms } = termsOf('gemma-3-27b', { contextTokens: 131_072 })
    // Window 1,024 and batch 512, which node-llama-cpp makes 513: 1,537 tokens take 1,792 cells.
    expect(terms.map(copy.planner.formula.term)).toEqual([
      '10 layers × 131,072 cells × (K 2,048 × 2 B + V 2,048 × 2 B)',
      '52 layers × 1,792 cells × (K 2,048 × 2 B + V 2,048 × 2 B)',
    ])
  })
  it('says where the cells of a window come from', () => {
    for (const [batchTokens, cells] of [
      [128, 1280],
      [256, 1536],
      [512, 1792],
      [1024, 2304],
    ] as const) {
      const settings = { ...defaultKvSettings, contextTokens: 32_768, batchTokens }
      const { shape } = presetSubject(presetOf('gemma-3-27b') as Preset)
      const found = windowCells(shape, planCache(shape, billSettings(shape, settings)))
      expect(found).toEqual({ windowTokens: 1024, batchTokens: batchTokens + 1, cells })
    }
    const { shape } = presetSubject(presetOf('llama-3.1-8b') as Preset)
    expect(windowCells(shape, planCache(shape, billSettings(shape, defaultKvSettings)))).toBeNull()
  })
  it('has only K if V is part of K, and shows the blocks of a quantized type', () => {
    const { terms } = termsOf('deepseek-v3', { contextTokens: 32_768, keyType: 'q8_0', valueType: 'q8_0' })
    expect(terms.map(copy.planner.formula.term)).toEqual(['61 layers × 32,768 cells × (K 576 ÷ 32 × 34 B)'])
  })
  it('counts states for each sequence, in f32', () => {
    const { terms } = termsOf('falcon-mamba-7b', { sequences: 2 })
    expect(terms.map(copy.planner.formula.term)).toEqual(['64 layers × 2 sequences × (state 24,576 × 4 B + state 131,072 × 4 B)'])
  })
})
