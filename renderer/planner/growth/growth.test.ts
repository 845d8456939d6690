import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { type Preset, presetOf, presetSubject } from '../plan/presets'
import { growthContexts, growthLine, typeLines } from './growth'

const shapeOf = (id: string) => presetSubject(presetOf(id) as Preset).shape

describe('the chart of growth with the context', () => {
  it('counts allocated cells instead of tokens', () => {
    const { bytes } = growthLine('a', 'a', shapeOf('llama-3.1-8b'), defaultKvSettings, [256, 300, 512])
    // 300 tokens also take 512 cells of 131,072 B.
    expect(bytes).toEqual([256 * 131_072, 512 * 131_072, 512 * 131_072])
  })
  it('has one line for all types that take the same memory', () => {
    const lines = typeLines(shapeOf('llama-3.1-8b'), defaultKvSettings, growthContexts(131_072))
    expect(lines.map(({ name }) => name)).toEqual(['f32', 'f16, bf16', 'q8_0', 'q5_1', 'q5_0', 'q4_1', 'q4_0, iq4_nl'])
  })
  it('has no line for a type that llama.cpp refuses', () => {
    const lines = typeLines(shapeOf('llama-3.1-8b'), { ...defaultKvSettings, flashAttention: 'off' }, [256])
    expect(lines.map(({ name }) => name)).toEqual(['f32', 'f16, bf16'])
  })
  it('is flat for a recurrent model, whatever the type', () => {
    const lines = typeLines(shapeOf('falcon-mamba-7b'), defaultKvSettings, [256, 131_072])
    expect(lines).toHaveLength(1)
    expect(lines[0]?.bytes[0]).toBe(lines[0]?.bytes[1])
  })
})
