import { beforeEach, describe, expect, it, vi } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { PresetSettings } from '../../../core/contract/settings/presets'
import { defaultPresetSampling } from '../../../core/presets/preset-file'
import type { Store } from '../../store/store'
import { dataFolder, openTestStore } from '../../store/testing/test-store'
import { PresetService } from './preset-service'

const brief: PresetSettings = { systemPrompt: 'Be brief.', kv: defaultKvSettings, sampling: { ...defaultPresetSampling, topK: 3 } }
const plain: PresetSettings = { systemPrompt: null, kv: null, sampling: defaultPresetSampling }

let folder: string
let store: Store
let presets: PresetService
const changed = vi.fn()

beforeEach(() => {
  changed.mockReset()
  folder = dataFolder()
  store = openTestStore(folder)
  presets = new PresetService(store.presets, store.preferences, { changed })
})
const codeFrom = (work: () => unknown) => {
  try {
    work()
    return undefined
  } catch (error) {
    return failureOf(error)?.code
  }
}
const names = () => presets.list().map(({ name }) => name)

describe('presets', () => {
  it('are kept after a restart, in alphabetical order', () => {
    presets.save('brief', brief)
    presets.save('A plain one', plain)
    store.close()
    const again = openTestStore(folder)
    expect(again.presets.list()).toMatchObject([
      { name: 'A plain one', settings: plain },
      { name: 'brief', settings: brief },
    ])
  })
  it('can be renamed, get new settings, and be deleted, and windows are notified each time', () => {
    const { id } = presets.save('Brief', brief)
    expect(presets.change(id, { name: 'Short' })).toEqual({ id, name: 'Short', settings: brief })
    expect(presets.change(id, { settings: plain })).toEqual({ id, name: 'Short', settings: plain })
    presets.remove(id)
    expect(presets.list()).toEqual([])
    expect(changed.mock.calls).toEqual(Array(4).fill(['settings']))
  })
  it('remember, even after a restart, which one each model used last, until it is deleted', () => {
    const { id } = presets.save('Brief', brief)
    const other = presets.save('Other', plain)
    presets.use('qwen', id)
    presets.use('gemma', other.id)
    expect(codeFrom(() => presets.use('qwen', 'unknown'))).toBe('preset-not-found')
    expect(changed).toHaveBeenCalledTimes(4)
    store.close()
    store = openTestStore(folder)
    const again = new PresetService(store.presets, store.preferences, { changed })
    expect([again.used('qwen'), again.used('gemma'), again.used('other')]).toEqual([id, other.id, null])
    again.remove(id)
    expect([again.used('qwen'), again.used('gemma')]).toEqual([null, other.id])
    store.preferences.set('used-presets', 'damaged')
    expect(again.used('gemma')).toBeNull()
  })
  it('never share a name, whatever the case of its letters', () => {
    const { id } = presets.save('Brief', brief)
    const other = presets.save('Other', plain)
    expect(codeFrom(() => presets.save('BRIEF', plain))).toBe('preset-name-taken')
    expect(codeFrom(() => presets.change(other.id, { name: 'brief' }))).toBe('preset-name-taken')
    expect(presets.change(id, { name: 'BRIEF' }).name).toBe('BRIEF')
    expect(presets.list().map(({ settings }) => settings)).toEqual([brief, plain])
  })
  it('that were deleted in another window are refused', () => {
    expect(codeFrom(() => presets.change('gone', { name: 'x' }))).toBe('preset-not-found')
    expect(codeFrom(() => presets.export('gone'))).toBe('preset-not-found')
  })
  it('of an older version get defaults for the settings that it did not have', () => {
    const settings = JSON.stringify({ systemPrompt: '', kv: { keyType: 'q4_0', valueType: 'q9_9' }, sampling: { topK: 3 } })
    store.database.run(`INSERT INTO presets (id, name, settings) VALUES ('old', 'Old', ?), ('odd', 'Odd', 'nonsense')`, settings)
    const defaults = { systemPrompt: null, kv: defaultKvSettings, sampling: defaultPresetSampling }
    expect(presets.list()).toEqual([
      { id: 'odd', name: 'Odd', settings: defaults },
      {
        id: 'old',
        name: 'Old',
        settings: { ...defaults, kv: { ...defaultKvSettings, keyType: 'q4_0' }, sampling: { ...defaultPresetSampling, topK: 3 } },
      },
    ])
  })
})

describe('the import of a preset', () => {
  it('adds the exported preset, under another name if its name is taken', () => {
    const { id } = presets.save('Brief', brief)
    const { fileName, text } = presets.export(id)
    expect(presets.import(fileName, text)).toMatchObject({ name: 'Brief (2)', settings: brief })
    expect(names()).toEqual(['Brief', 'Brief (2)'])
  })
  it('changes nothing if the file is refused', () => {
    presets.save('Brief', brief)
    expect(codeFrom(() => presets.import('a.json', '{"format":"headroom-preset","version":1,"name":"Brief","kv":{"keyType":"q9"}}'))).toBe(
      'preset-refused',
    )
    expect(presets.list()).toMatchObject([{ name: 'Brief', settings: brief }])
  })
})
