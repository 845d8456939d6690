import type { ServerSetting } from '../../../core/contract/compare/compare-variants'
import type { ServerConnection } from '../../../core/contract/remote/connection'
import { environmentNetwork } from '../../library/network/network'
import type { ServerAccess } from '../../services/compare/server-meter'
import { connectionTo } from './connection-to'
import { reachServer } from './reach-server'
import type { WantedServer } from './wanted-servers'

export interface ComparedServers {
  /** In the order of the flags. */
  readonly settings: readonly ServerSetting[]
  readonly access: ServerAccess
}

/** Asks each server what it is. Throws the errors of servers, and UsageError without a model. */
export async function comparedServers(wanted: readonly WantedServer[], signal: AbortSignal): Promise<ComparedServers> {
  const settings: ServerSetting[] = []
  const connections = new Map<string, ServerConnection>()
  for (const one of wanted) {
    const { version, ...server } = await reachServer(one, environmentNetwork, signal)
    const serverId = String(connections.size)
    connections.set(serverId, await connectionTo(server))
    const { kind, model, address } = server
    settings.push({ name: '', serverId, serverName: new URL(address.url).host, model, found: { kind, version } })
  }
  const connectionOf = (serverId: string): ServerConnection => {
    const connection = connections.get(serverId)
    if (!connection) throw new Error(`Expected a server of the command line, got ${serverId}`)
    return connection
  }
  const assertOnline = (serverId: string): void => environmentNetwork.assertOnline(new URL(connectionOf(serverId).address.url))
  return { settings, access: { connectionTo: ({ serverId }) => connectionOf(serverId), assertOnline } }
}
