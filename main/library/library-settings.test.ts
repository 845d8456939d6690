import { beforeEach, describe, expect, it } from 'vitest'
import { describeFailure } from '../../core/copy/failures'
import { Preferences } from '../store/preferences'
import { openDatabase } from '../store/sqlite/open-database'
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

describe('the access token', () => {
  it('is stored encrypted by the keychain, and is available after a restart', () => {
    settings(keychain).setToken('hf_secret')
    expect(store.get('hub-token')).toBe('terces_fh')
    expect(settings(keychain).describe().token).toBe('keychain')
  })
  it('is not stored without a keychain, and is forgotten when Headroom exits', () => {
    const one = settings()
    one.setToken('hf_secret')
    expect(one.describe().token).toBe('memory')
    expect(store.get('hub-token')).toBeUndefined()
    expect(settings().describe().token).toBe('none')
  })
  it('is refused if it contains a character that no token has, and the previous token is kept', () => {
    const one = settings(keychain)
    one.setToken('hf_secret')
    for (const typed of ['hf_ab…', 'hf_a b', 'hf_a\n', 'hf_ä'])
      expect(() => one.setToken(typed)).toThrowError(
        expect.objectContaining({ failure: expect.objectContaining({ code: 'token-unusable' }) }),
      )
    expect(store.get('hub-token')).toBe('terces_fh')
  })
  it('is reported at its first use if it comes from the environment and is not valid in a header', async () => {
    const { network } = settings(undefined, { HF_TOKEN: 'hf_…', HF_ENDPOINT: 'http://127.0.0.1:9/' })
    await expect(network.get(new URL('http://127.0.0.1:9/a'), {}, new AbortController().signal)).rejects.toMatchObject({
      failure: { code: 'token-unusable', facts: { character: '…' } },
    })
  })
  it('is ignored if another machine’s keychain encrypted it', () => {
    settings(keychain).setToken('hf_secret')
    expect(settings({ ...keychain, open: () => undefined }).describe().token).toBe('none')
  })
  it('is read from the environment if the user has not entered one', () => {
    const one = settings(keychain, { HF_TOKEN: 'hf_environment' })
    expect(one.describe().token).toBe('environment')
    one.setToken('hf_own')
    expect(one.describe().token).toBe('keychain')
    one.setToken(null)
    expect(one.describe().token).toBe('environment')
  })
})

describe('the offline switch', () => {
  it('is named in the error, unless HEADROOM_OFFLINE is the cause', async () => {
    const sentenceFor = async (one: LibrarySettings) =>
      one.network
        .get(new URL('https://example.invalid/a'), {}, new AbortController().signal)
        .catch((error) => describeFailure(error.failure))
    const one = settings()
    one.setOffline(true)
    expect(await sentenceFor(one)).toContain('Turn off the offline switch')
    expect(await sentenceFor(settings(undefined, { HEADROOM_OFFLINE: '1' }))).toContain('started with HEADROOM_OFFLINE')
  })
  it.each(['', ' ', '0', 'false', 'False', 'no', 'off'])('is not forced by HEADROOM_OFFLINE=%s', (value) => {
    expect(settings(undefined, { HEADROOM_OFFLINE: value }).offline).toBe(false)
  })
  it.each(['1', 'true', 'yes', 'on'])('is forced by HEADROOM_OFFLINE=%s', (value) => {
    expect(settings(undefined, { HEADROOM_OFFLINE: value }).offline).toBe('forced')
  })
  it('is stored, and HEADROOM_OFFLINE overrides it', () => {
    settings().setOffline(true)
    expect(settings().describe()).toMatchObject({ isOffline: true, isForced: false })
    settings().setOffline(false)
    expect(settings().offline).toBe(false)
    expect(settings(undefined, { HEADROOM_OFFLINE: '1' }).describe()).toMatchObject({ isOffline: true, isForced: true })
  })
})

it('the hub is Hugging Face, or the mirror in HF_ENDPOINT', () => {
  expect(settings().describe().hub).toBe('https://huggingface.co')
  expect(settings(undefined, { HF_ENDPOINT: 'https://mirror.example/hf/' }).describe().hub).toBe('https://mirror.example/hf')
  expect(settings(undefined, { HF_ENDPOINT: 'file:///etc' }).describe().hub).toBe('https://huggingface.co')
})
