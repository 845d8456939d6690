/** A window never gets the hub's access token. */
import type { LibraryState } from '../../core/contract/models/library'
import { Emitter } from '../../core/streams/emitter'
import type { Preferences } from '../store/preferences'
import { assertToken } from './network/access-token'
import { hubFrom, isForcedOffline, Network, type Offline } from './network/network'
import type { FindProxy } from './network/proxy'

/** Without a keychain, a token is kept only in memory. */
export interface Keychain {
  seal(text: string): string | undefined
  open(sealed: string): string | undefined
}

const offlineKey = 'offline'
const tokenKey = 'hub-token'

export class LibrarySettings {
  readonly network: Network
  readonly wentOffline = new Emitter()
  private unstored: string | undefined

  constructor(
    private readonly store: Preferences,
    private readonly keychain: Keychain | undefined,
    findProxy?: FindProxy,
    private readonly environment: NodeJS.ProcessEnv = process.env,
  ) {
    this.network = new Network({
      isOffline: () => this.offline,
      hub: hubFrom(environment),
      token: () => this.findToken().token,
      ...(findProxy ? { findProxy } : {}),
    })
  }

  get offline(): Offline {
    return isForcedOffline(this.environment) ? 'forced' : this.store.get(offlineKey) === true
  }

  setOffline(isOffline: boolean): void {
    this.store.set(offlineKey, isOffline)
    if (isOffline) this.wentOffline.emit()
  }

  /** null removes the stored token. Throws `token-unusable`. */
  setToken(token: string | null): void {
    if (token !== null) assertToken(token)
    const sealed = token === null ? undefined : this.keychain?.seal(token)
    if (sealed === undefined) this.store.remove(tokenKey)
    else this.store.set(tokenKey, sealed)
    this.unstored = sealed === undefined ? (token ?? undefined) : undefined
  }

  describe(): LibraryState['network'] {
    return {
      isOffline: this.offline !== false,
      isForced: this.offline === 'forced',
      hub: this.network.hub.href.replace(/\/$/, ''),
      token: this.findToken().source,
    }
  }

  private findToken(): { readonly token?: string; readonly source: LibraryState['network']['token'] } {
    if (this.unstored !== undefined) return { token: this.unstored, source: 'memory' }
    const sealed = this.store.get(tokenKey)
    const stored = typeof sealed === 'string' ? this.keychain?.open(sealed) : undefined
    if (stored !== undefined) return { token: stored, source: 'keychain' }
    const given = this.environment.HF_TOKEN?.trim()
    return given ? { token: given, source: 'environment' } : { source: 'none' }
  }
}
