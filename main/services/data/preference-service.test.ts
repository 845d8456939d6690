import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultPreferences, type PreferenceValues } from '../../../core/contract/app/preference-values'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { formatCount } from '../../../core/text/amounts'
import { setNumberLanguage } from '../../../core/text/number-language'
import type { Store } from '../../store/store'
import { dataFolder, openTestStore } from '../../store/testing/test-store'
import { AppStateHolder } from '../common/app-state'
import { PreferenceService } from './preference-service'

let store: Store
let state: AppStateHolder
let seen: PreferenceValues[]
const open = () => {
  state = new AppStateHolder()
  const preferences = new PreferenceService(store.preferences, state, 'web')
  preferences.changed.listen((values) => seen.push(values))
  return preferences
}
beforeEach(() => {
  store = openTestStore(dataFolder())
  seen = []
})
afterEach(() => setNumberLanguage('en'))

describe('preferences', () => {
  it('start with the defaults', () => {
    expect(open().values).toEqual(defaultPreferences)
  })
  it('reach every listener when they change', () => {
    const preferences = open()
    preferences.write({ theme: 'dark' })
    preferences.reset()
    expect(seen).toEqual([{ ...defaultPreferences, theme: 'dark' }, defaultPreferences])
  })
  it('survive a restart, and a change keeps the other values', () => {
    open().write({ theme: 'dark', startConversation: 'last', sendKey: 'Mod+Enter', fontSize: undefined })
    expect(open().values).toEqual({ ...defaultPreferences, theme: 'dark', startConversation: 'last', sendKey: 'Mod+Enter' })
    expect(state.value.notices).toEqual([])
  })
  it('set the language in which numbers are formatted', () => {
    const preferences = open()
    preferences.write({ numbers: 'de' })
    expect(formatCount(131_072)).toBe('131.072')
    preferences.reset()
    expect(formatCount(131_072)).toBe('131,072')
  })
  it('refuse one shortcut for two commands, and keep the earlier shortcuts', () => {
    const preferences = open()
    let failure: unknown
    try {
      preferences.write({ shortcuts: { stop: 'Mod+K' } })
    } catch (error) {
      failure = failureOf(error)
    }
    expect(failure).toMatchObject({ code: 'shortcut-refused', facts: { reason: { kind: 'taken', command: 'palette' } } })
    expect(preferences.values.shortcuts).toEqual({})
  })
  it('are reset one by one if their stored values are invalid, with a notice', () => {
    store.preferences.set('preferences', {
      theme: 'pink',
      fontSize: 115,
      numbers: 7,
      startConversation: 'first',
      sendKey: 'Tab',
      shortcuts: { stop: 'Mod+K' },
    })
    expect(open().values).toEqual({ ...defaultPreferences, fontSize: 115 })
    expect(state.value.notices.at(-1)?.facts).toEqual({ names: ['theme', 'numbers', 'startConversation', 'sendKey', 'shortcuts'] })
  })
  it('are all reset, with one notice, if none can be read', () => {
    store.preferences.set('preferences', 'nonsense')
    expect(open().values).toEqual(defaultPreferences)
    expect(state.value.notices).toHaveLength(1)
  })
})
