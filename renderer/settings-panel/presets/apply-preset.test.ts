import { beforeEach, expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { defaultPresetSampling } from '../../../core/presets/preset-file'
import { changeEdits, discardEdits, editsOf, settingsEditsStore } from '../../settings/settings-edits'
import { applyPreset, differencesFrom, presetOf } from './apply-preset'

const stored = { kv: defaultKvSettings, sampling: defaultSampling }
const edits = () => editsOf(settingsEditsStore.getState(), 'model')
const sampling = { ...defaultPresetSampling, topK: 3 }

beforeEach(() => discardEdits('model'))

it('a preset has memory settings only if they were asked for', () => {
  expect(presetOf(stored, false).kv).toBeNull()
  expect(presetOf(stored, true).kv).toEqual(defaultKvSettings)
})
it('a preset without memory settings leaves those of the model and their edits as they are', () => {
  changeEdits('model', stored, { kv: { sequences: 3 } })
  applyPreset('model', stored, { kv: null, sampling, systemPrompt: null })
  expect(edits()).toMatchObject({ kv: { sequences: 3 }, sampling: { topK: 3 } })
})
it('a preset with memory settings, such as an older one, replaces them', () => {
  changeEdits('model', stored, { kv: { sequences: 3 } })
  applyPreset('model', stored, { kv: { ...defaultKvSettings, keyType: 'q8_0' }, sampling, systemPrompt: null })
  expect(edits().kv).toEqual({ keyType: 'q8_0' })
})
it('names what differs from a preset, but not what the preset leaves as it is', () => {
  const preset = { kv: null, sampling, systemPrompt: null }
  const like = { kv: { ...defaultKvSettings, sequences: 3 }, sampling: { ...defaultSampling, topK: 3, draftModelId: 'small' } }
  expect(differencesFrom(preset, like, 'Be brief.')).toEqual([])
  expect(differencesFrom({ ...preset, kv: defaultKvSettings }, like, '')).toEqual(['Sequences'])
  const other = { ...like, sampling: { ...like.sampling, topK: 4 } }
  expect(differencesFrom({ ...preset, systemPrompt: 'Be brief.' }, other, 'Be long.')).toEqual(['Top k', 'System prompt'])
  expect(differencesFrom({ ...preset, systemPrompt: 'Be brief.' }, like, null)).toEqual([])
})
