import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../store/database'
import { Preferences } from '../store/preferences'
import { type Keychain, LibrarySettings } from './library-settings'

let store: Preferences
beforeEach(() => {
  const opened = openDatabase(':memory:')
  if ('damaged' in opened) throw new Error(opened.damaged)
  store = new Preferences(opened.database)
})
const keychain: Keychain = {
  seal: (text) => [...text].reverse().join(''),
  open: (sealed) => [...sealed].reverse().join(''),
}
const settings = (own?: Keychain, environment: NodeJS.ProcessEnv = {}) => new LibrarySettings(store, own, undefined, environment)

describe('the token', () => {
  it('is stored as the keychain seals it, and is there after a restart', () => {
    settings(keychain).setToken('hf_secret')
    expect(store.get('hub-token')).toBe('terces_fh')
    expect(settings(keychain).describe().token).toBe('keychain')
  })
  it('is written nowhere without a keychain, and lasts as long as the process', () => {
    const one = settings()
    one.setToken('hf_secret')
    expect(one.describe().token).toBe('memory')
    expect(store.get('hub-token')).toBeNull()
    expect(settings().describe().token).toBe('none')
  })
  it('that the keychain of another machine sealed is none', () => {
    settings(keychain).setToken('hf_secret')
    expect(settings({ ...keychain, open: () => undefined }).describe().token).toBe('none')
  })
  it('of the environment counts where the user gave none', () => {
    const one = settings(keychain, { HF_TOKEN: 'hf_environment' })
    expect(one.describe().token).toBe('environment')
    one.setToken('hf_own')
    expect(one.describe().token).toBe('keychain')
    one.setToken(null)
    expect(one.describe().token).toBe('environment')
  })
})

describe('the switch', () => {
  it('is kept, and HEADROOM_OFFLINE is stronger', () => {
    settings().setOffline(true)
    expect(settings().describe()).toMatchObject({ isOffline: true, isForced: false })
    settings().setOffline(false)
    expect(settings().isOffline).toBe(false)
    expect(settings(undefined, { HEADROOM_OFFLINE: '1' }).describe()).toMatchObject({ isOffline: true, isForced: true })
  })
})

it('the hub is Hugging Face, or the mirror that HF_ENDPOINT names', () => {
  expect(settings().describe().hub).toBe('https://huggingface.co')
  expect(settings(undefined, { HF_ENDPOINT: 'https://mirror.example/hf/' }).describe().hub).toBe('https://mirror.example/hf')
  expect(settings(undefined, { HF_ENDPOINT: 'file:///etc' }).describe().hub).toBe('https://huggingface.co')
})
