import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import type { GgufHeader, GgufValue } from '../../core/gguf/header'
import { cacheShapeOf } from '../../core/kv/cache-shape-of'
import { kvChoices } from './refused-choices'

function shapeOf(architecture: string, values: Record<string, GgufValue>) {
  const metadata = new Map<string, GgufValue>([['general.architecture', architecture]])
  for (const [key, value] of Object.entries({ block_count: 4, context_length: 4096, 'attention.head_count': 4, ...values }))
    metadata.set(`${architecture}.${key}`, value)
  const header: GgufHeader = { version: 3, metadata, tensors: [], alignmentBytes: 32, dataOffset: 0, endOffset: 0 }
  return cacheShapeOf(header)
}
const flashOff: KvSettings = { ...defaultKvSettings, flashAttention: 'off' }

describe('the choices of the settings form', () => {
  it('are all enabled while the model is unknown', () => {
    expect(kvChoices(null, flashOff).refusal({ valueType: 'q8_0' })).toBeUndefined()
  })
  it('are disabled, with the reason, if llama.cpp would refuse them', () => {
    const { refusal } = kvChoices(shapeOf('llama', { embedding_length: 256 }), flashOff)
    expect(refusal({ valueType: 'q8_0' })).toBe('V as q8_0 needs flash attention, which is off.')
    expect(refusal({ keyType: 'q8_0' })).toBeUndefined()
  })
  it('depend on the model: heads of 80 elements do not divide into blocks of 32', () => {
    const { refusal } = kvChoices(shapeOf('llama', { embedding_length: 320 }), defaultKvSettings)
    expect(refusal({ keyType: 'q8_0' })).toContain('The heads of this model have 80.')
  })
  it('change both types together if K and V are one tensor', () => {
    const mla = { 'attention.key_length_mla': 192, 'attention.value_length_mla': 128, 'attention.key_length': 576, embedding_length: 256 }
    const { refusal, typesAreOne } = kvChoices(shapeOf('deepseek2', mla), defaultKvSettings)
    expect(typesAreOne).toBe(true)
    expect(refusal({ keyType: 'q8_0' })).toContain('one tensor')
    expect(refusal({ keyType: 'q8_0', valueType: 'q8_0' })).toBeUndefined()
  })
  it('are not disabled because of a problem that the settings already have', () => {
    const refused: KvSettings = { ...flashOff, valueType: 'q8_0' }
    expect(kvChoices(shapeOf('llama', { embedding_length: 256 }), refused).refusal({ valueType: 'q4_0' })).toBeUndefined()
  })
})
