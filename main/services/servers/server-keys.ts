/** A window never gets a key. It is sent only to the address that it was saved for. */
import { coded } from '../../../core/contract/errors/coded-error'
import type { SavedServer } from '../../../core/contract/remote/servers'
import type { Keychain } from '../../library/library-settings'
import type { ServerRow, ServerStore } from '../../store/servers'

interface FoundKey {
  readonly key: string | null
  readonly source: SavedServer['key']
}

export class ServerKeys {
  /** Without a keychain, a key is kept only in memory. By server. */
  private readonly unstored = new Map<string, string>()

  constructor(
    private readonly store: Pick<ServerStore, 'setKey'>,
    private readonly keychain: Keychain | undefined,
    private readonly environment: NodeJS.ProcessEnv = process.env,
  ) {}

  find({ id, url, sealedKey }: Pick<ServerRow, 'id' | 'url' | 'sealedKey'>): FoundKey {
    const unstored = this.unstored.get(id)
    if (unstored !== undefined) return { key: unstored, source: 'memory' }
    const stored = sealedKey === null ? undefined : this.keychain?.open(sealedKey)
    if (stored !== undefined) return { key: stored, source: 'keychain' }
    const given = this.fromEnvironment(url)
    return given === undefined ? { key: null, source: 'none' } : { key: given, source: 'environment' }
  }

  /** null removes the stored key. Throws `server-key-unusable`. */
  set(id: string, key: string | null): void {
    assertKey(key ?? '')
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
    const { HEADROOM_SERVER_URL: address, HEADROOM_SERVER_KEY: key } = this.environment
    return address !== undefined && sameAddress(address, url) ? key?.trim() || undefined : undefined
  }
}

export function assertKey(key: string): void {
  const [character] = /[^\x21-\x7e]/u.exec(key) ?? []
  if (character !== undefined) throw coded('server-key-unusable', { character })
}

const sameAddress = (one: string, other: string): boolean => trimmed(one) === trimmed(other)
const trimmed = (url: string): string => url.trim().replace(/\/+$/, '')
