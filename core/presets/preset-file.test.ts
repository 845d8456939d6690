import { describe, expect, it } from 'vitest'
import { failureOf } from '../contract/errors/coded-error'
import { defaultKvSettings } from '../contract/settings/kv-defaults'
import type { PresetSettings } from '../contract/settings/presets'
import { defaultPresetSampling, freeName, presetFile, readPresetFile } from './preset-file'

const settings: PresetSettings = {
  systemPrompt: 'Be brief.',
  kv: { ...defaultKvSettings, keyType: 'q8_0' },
  sampling: { ...defaultPresetSampling, dryMultiplier: 0.8, logitBias: [{ token: ' Hello', bias: -2 }], drySequenceBreakers: ['\n'] },
}
const written = JSON.parse(presetFile({ name: 'Brief', settings }).text)

function refusalOf(value: unknown) {
  try {
    readPresetFile('a.json', typeof value === 'string' ? value : JSON.stringify(value))
    return undefined
  } catch (error) {
    const failure = failureOf(error)
    return failure?.code === 'preset-refused' ? failure.facts.reason : failure
  }
}

describe('the file of a preset', () => {
  it('is read as it was written', () => {
    expect(readPresetFile('a.json', presetFile({ name: 'Brief', settings }).text)).toEqual({ name: 'Brief', settings })
  })
  it('can be without memory settings', () => {
    const without = { ...settings, kv: null }
    expect(readPresetFile('a.json', presetFile({ name: 'Brief', settings: without }).text).settings).toEqual(without)
  })
  it('has a name that every system accepts', () => {
    expect(presetFile({ name: '../a: "b"', settings }).fileName).toBe('a b.preset.json')
    expect(presetFile({ name: '...', settings }).fileName).toBe('preset.preset.json')
    expect(presetFile({ name: 'con', settings }).fileName).toBe('_con.preset.json')
  })
  it('of an older version gets defaults for fields that it does not have', () => {
    const { systemPrompt, ...rest } = written
    const read = readPresetFile('a.json', JSON.stringify({ ...rest, kv: { keyType: 'q4_0' }, sampling: { topK: 3 } }))
    expect(readPresetFile('a.json', '{"format":"headroom-preset","version":1,"name":"Empty"}').settings).toEqual({
      systemPrompt: null,
      kv: defaultKvSettings,
      sampling: defaultPresetSampling,
    })
    expect(read.settings).toEqual({
      systemPrompt: null,
      kv: { ...defaultKvSettings, keyType: 'q4_0' },
      sampling: { ...defaultPresetSampling, topK: 3 },
    })
  })
  it.each([
    ['cut off', '{"format": "headroom-preset"', { kind: 'not-json' }],
    ['of another program', { temperature: 1 }, { kind: 'not-a-preset' }],
    ['a list', [], { kind: 'not-a-preset' }],
    ['without a version', { ...written, version: undefined }, { kind: 'not-a-preset' }],
    ['of a newer version', { ...written, version: 2, tools: [] }, { kind: 'newer-version', version: 2 }],
    ['with an unknown field', { ...written, tools: [] }, { kind: 'unknown-field', field: 'tools' }],
    ['with an unknown sampler', { ...written, sampling: { mirostat: 2 } }, { kind: 'unknown-field', field: 'sampling.mirostat' }],
    ['with a draft model', { ...written, sampling: { draftModelId: 'x' } }, { kind: 'unknown-field', field: 'sampling.draftModelId' }],
    ['with a value out of range', { ...written, sampling: { topP: 2 } }, { kind: 'invalid-field', field: 'sampling.topP' }],
    [
      'with an invalid entry',
      { ...written, sampling: { logitBias: [{ token: '', bias: 1 }] } },
      { kind: 'invalid-field', field: 'sampling.logitBias.0.token' },
    ],
    ['with an invalid KV type', { ...written, kv: { keyType: 'q9' } }, { kind: 'invalid-field', field: 'kv.keyType' }],
    ['with a list instead of settings', { ...written, kv: [] }, { kind: 'invalid-field', field: 'kv' }],
    ['with null instead of settings', { ...written, sampling: null }, { kind: 'invalid-field', field: 'sampling' }],
    ['without a name', { ...written, name: '  ' }, { kind: 'invalid-field', field: 'name' }],
  ])('is refused, with the reason: %s', (_, value, reason) => {
    expect(refusalOf(value)).toEqual(reason)
  })
})

describe('the name of an imported preset', () => {
  it('gets a number if another preset has it', () => {
    expect(freeName('Brief', [])).toBe('Brief')
    expect(freeName('Brief', ['brief', 'Brief (2)'])).toBe('Brief (3)')
  })
})
