/** Drops malformed responses (see serve-peer.ts). */
import { StandardRPCLink } from '@orpc/client/standard'
import { ClientPeer } from '@orpc/standard-server-peer'
import { type Channel, encoded, firstOf } from './channel'

export function peerLink(channel: Channel, report: (error: unknown) => void): StandardRPCLink<Record<never, never>> {
  const peer = new ClientPeer((message) => channel.send(message))
  const dropped = firstOf(report)
  const take = async (data: unknown) => peer.message(encoded(data))
  channel.onMessage((data) => void take(data).catch(dropped))
  let isClosed = false
  channel.onClose(() => {
    isClosed = true
    peer.close()
  })
  const call = async (request: Parameters<ClientPeer['request']>[0]) => {
    // A closed peer accepts requests but never answers them.
    if (isClosed) throw new Error('The connection is closed')
    const response = await peer.request(request)
    return { ...response, body: () => Promise.resolve(response.body) }
  }
  return new StandardRPCLink({ call }, { url: 'http://orpc' })
}
