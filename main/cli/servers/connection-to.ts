import type { ServerConnection } from '../../../core/contract/remote/connection'
import { isForcedOffline } from '../../library/network/network'
import { environmentProxy } from '../../library/network/proxy'

/** Uses the proxy that the environment sets. */
export async function connectionTo(server: Pick<ServerConnection, 'address' | 'kind' | 'model'>): Promise<ServerConnection> {
  const { address, kind, model } = server
  const proxy = (await environmentProxy()(new URL(address.url)))?.href ?? null
  return { address, kind, model, proxy, isOffline: isForcedOffline() && 'forced' }
}
