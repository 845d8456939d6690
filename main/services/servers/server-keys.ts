/** A window never gets a key. It is sent only to the address that it was saved for. */
import type { SavedServer } from '../../../core/contract/remote/servers'
import type { Keychain } from '../../library/library-settings'
import { assertKey } from '../../remote/server-key'
import { typedAddress } from '../../remote/typed-address'
import type { ServerRow, ServerStore } from '../../store/servers'

interface FoundKey {
  readonly key: string | null
  readonly source: SavedServer['key']
}

export class ServerKeys {
  /** Keys by server ID. Without a keychain, a key is kept only in memory. */
  private readonly unstored = new Map<string, string>()

  constructor(
    private readonly store: Pick<ServerStore, 'setKey'>,
    private readonly keychain: Keychain | undefined,
    private readonly environment: NodeJS.ProcessEnv = process.env,
  ) {}

  /** `saved` has this address, too. */
  find(url: string, saved: Pick<ServerRow, 'id' | 'sealedKey'> | undefined): FoundKey {
    const unstored = saved && this.unstored.get(saved.id)
    if (unstored !== undefined) return { key: unstored, source: 'memory' }
    const stored = saved?.sealedKey ? this.keychain?.open(saved.sealedKey) : undefined
    if (stored !== undefined) return { key: stored, source: 'keychain' }
    const given = this.fromEnvironment(url)
    return given === undefined ? { key: null, source: 'none' } : { key: given, source: 'environment' }
  }

  /** null removes the stored key. Throws `server-key-unusable`. */
  set(id: string, key: string | null): void {
    if (key !== null) assertKey(key)
    const sealed = key === null ? undefined : this.keychain?.seal(key)
    this.store.setKey(id, sealed ?? null)
    if (key === null || sealed !== undefined) this.unstored.delete(id)
    else this.unstored.set(id, key)
  }

  forget(id: string): void {
    this.unstored.delete(id)
  }

  forgetAll(): void {
    this.unstored.clear()
  }

  /** HEADROOM_SERVER_KEY belongs to the server at HEADROOM_SERVER_URL alone. */
  private fromEnvironment(url: string): string | undefined {
    const { HEADROOM_SERVER_URL: typed = '', HEADROOM_SERVER_KEY: key = '' } = this.environment
    return key.trim() !== '' && isAddress(typed, url) ? key.trim() : undefined
  }
}

function isAddress(typed: string, url: string): boolean {
  try {
    return typedAddress(typed, null).url === url
  } catch {
    return false
  }
}
