import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../contract/settings/kv-defaults'
import { texts } from '../copy/copy'
import { variantNames } from './variant-names'

const names = (variants: Parameters<typeof variantNames>[0]) => variantNames(variants, texts.en.compare.settingNames)
const settings = (change: Partial<typeof defaultKvSettings>) => ({ ...defaultKvSettings, ...change })

describe('names of settings', () => {
  it('are the types of K and V if nothing else differs', () => {
    expect(names([settings({ threads: 4 }), settings({ threads: 4, keyType: 'q8_0', valueType: 'q4_0' })])).toEqual(['f16', 'q8_0 / q4_0'])
  })
  it('include every other setting that differs', () => {
    expect(names([settings({}), settings({ threads: 1 }), settings({ contextTokens: 4096, flashAttention: 'off' })])).toEqual([
      'f16 · ctx auto · FA auto · threads auto',
      'f16 · ctx auto · FA auto · 1 thread',
      'f16 · ctx 4,096 · FA off · threads auto',
    ])
  })
  it('are translated into the language of the app', () => {
    const variants = [settings({}), settings({ flashAttention: 'off', gpuLayers: 1 })]
    expect(variantNames(variants, texts.de.compare.settingNames)).toEqual([
      'f16 · FA auto · GPU-Schichten auto',
      'f16 · FA aus · 1 GPU-Schicht',
    ])
  })
  it('are numbered if settings are equal', () => {
    expect(names([settings({}), settings({}), settings({})])).toEqual(['f16', 'f16 (2)', 'f16 (3)'])
  })
})
