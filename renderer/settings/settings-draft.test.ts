import { beforeEach, describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../core/contract/settings/sampling'
import { changeDraft, changedMeanwhile, draftOf, draftStore, editedSettings, forgetDraft, keepTyped } from './settings-draft'

const stored = { kv: defaultKvSettings, sampling: defaultSampling }
const draft = () => draftOf(draftStore.getState(), 'm')
beforeEach(() => forgetDraft('m'))

describe('a draft', () => {
  it('holds what was changed, and nothing once it is changed back', () => {
    changeDraft('m', stored, { kv: { keyType: 'q8_0' } })
    expect(draft().kv).toEqual({ keyType: 'q8_0' })
    changeDraft('m', stored, { kv: { keyType: 'f16' } })
    expect(draft().kv).toEqual({})
  })
  it('belongs to its model', () => {
    changeDraft('m', stored, { kv: { keyType: 'q8_0' } })
    expect(draftOf(draftStore.getState(), 'other').kv).toEqual({})
  })
  it('lets through what another window stored, except where it has its own', () => {
    changeDraft('m', stored, { kv: { keyType: 'q8_0' } })
    const newer = { ...stored, kv: { ...stored.kv, keyType: 'q4_0' as const, sequences: 2 } }
    expect(editedSettings(newer, draft()).kv).toMatchObject({ keyType: 'q8_0', sequences: 2 })
    expect(changedMeanwhile(newer, draft())).toEqual(['keyType', 'sequences'])
  })
  it('keeps what was typed until it is a number', () => {
    keepTyped('m', 'batchTokens', '0')
    expect(draft().typed).toEqual({ batchTokens: '0' })
    keepTyped('m', 'batchTokens', null)
    expect(draft().typed).toEqual({})
  })
})
