import { beforeEach, describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../core/contract/settings/sampling'
import {
  changedMeanwhile,
  changeEdits,
  discardEdits,
  editedSettings,
  editsOf,
  forgetStored,
  keepTyped,
  settingsEditsStore,
} from './settings-edits'

const stored = { kv: defaultKvSettings, sampling: defaultSampling }
const edits = () => editsOf(settingsEditsStore.getState(), 'm')
beforeEach(() => discardEdits('m'))

describe('settings edits', () => {
  it('contain a changed setting until it is changed back', () => {
    changeEdits('m', stored, { kv: { keyType: 'q8_0' } })
    expect(edits().kv).toEqual({ keyType: 'q8_0' })
    changeEdits('m', stored, { kv: { keyType: 'f16' } })
    expect(edits().kv).toEqual({})
  })
  it('belong to their model', () => {
    changeEdits('m', stored, { kv: { keyType: 'q8_0' } })
    expect(editsOf(settingsEditsStore.getState(), 'other').kv).toEqual({})
  })
  it('accept settings that another window stored, except where the edits change the same setting', () => {
    changeEdits('m', stored, { kv: { keyType: 'q8_0' } })
    const newer = { ...stored, kv: { ...stored.kv, keyType: 'q4_0' as const, sequences: 2 } }
    expect(editedSettings(newer, edits()).kv).toMatchObject({ keyType: 'q8_0', sequences: 2 })
    expect(changedMeanwhile(newer.kv, edits())).toEqual(['keyType', 'sequences'])
  })
  it('contain a sampling setting until it is stored, even if it is changed back in between', () => {
    changeEdits('m', stored, { sampling: { temperature: 0.5 } })
    changeEdits('m', stored, { sampling: { temperature: defaultSampling.temperature } })
    expect(edits().sampling).toEqual({ temperature: defaultSampling.temperature })
    forgetStored('m', stored, true, [])
    expect(edits().sampling).toEqual({})
  })
  it('keep what is on its way to the host, and afterwards only what cannot be stored', () => {
    changeEdits('m', stored, { sampling: { topK: 1, grammar: { kind: 'gbnf', text: '' } } })
    forgetStored('m', stored, true, ['grammar'])
    expect(Object.keys(edits().sampling)).toEqual(['topK', 'grammar'])
    forgetStored('m', stored, false, ['grammar'])
    expect(Object.keys(edits().sampling)).toEqual(['grammar'])
  })
  it('keep the text in a field until it is a valid number', () => {
    keepTyped('m', 'batchTokens', '0')
    expect(edits().typed).toEqual({ batchTokens: '0' })
    keepTyped('m', 'batchTokens', null)
    expect(edits().typed).toEqual({})
  })
})
