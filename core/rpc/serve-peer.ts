/**
 * The answering side of a contract on one connection. A malformed message is dropped and the next one answered: oRPC's own handler
 * for ports leaves the rejection to the process, which ends of it.
 */
import {
  decodeRequestMessage,
  encodeResponseMessage,
  type ServerPeerHandleRequestFn,
  experimental_ServerPeerWithoutCodec as UncodedPeer,
} from '@orpc/standard-server-peer'
import { type Channel, encoded, firstOf } from './channel'

/** `report` gets the first error of the connection that is not an answer: a malformed message, or an answer that could not be sent. */
export function servePeer(channel: Channel, handle: ServerPeerHandleRequestFn, report: (error: unknown) => void): void {
  const peer = new UncodedPeer(async ([id, type, payload]) => channel.send(await encodeResponseMessage(id, type, payload)))
  const dropped = firstOf(report)
  const answer = async (data: unknown) => {
    const message = await decodeRequestMessage(encoded(data))
    // Without an id, the end of one request would be the end of all.
    if (typeof message[0] !== 'string') throw new TypeError('Expected a message with an id')
    await peer.message(message, handle)
  }
  channel.onMessage((data) => void answer(data).catch(dropped))
  channel.onClose(() => peer.close({ abort: true }))
}
