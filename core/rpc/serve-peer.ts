/**
 * The answering side of a contract on one connection. A malformed message is dropped and the next one answered: oRPC's own handler
 * for ports leaves the rejection to the process, which ends of it.
 */
import {
  decodeRequestMessage,
  encodeResponseMessage,
  MessageType,
  type ServerPeerHandleRequestFn,
  experimental_ServerPeerWithoutCodec as UncodedPeer,
} from '@orpc/standard-server-peer'
import type { Failure } from '../contract/errors/errors'
import { mostOpenRequests, mostRequestValues } from '../contract/wire/message-limit'
import { formatCount } from '../text/amounts'
import { hasMoreValues } from '../text/json-values'
import { type Channel, encoded, firstOf } from './channel'
import { answerOf } from './coded-answers'

/**
 * `report` gets the first error of the connection that is not an answer: a malformed message, or an answer that could not be sent.
 * `isTrusted`: the other side is the main process, which has limits of its own.
 */
export function servePeer(channel: Channel, handle: ServerPeerHandleRequestFn, report: (error: unknown) => void, isTrusted = false): void {
  const peer = new UncodedPeer(async ([id, type, payload]) => channel.send(await encodeResponseMessage(id, type, payload)))
  const dropped = firstOf(report)
  let open = 0
  const refuse = async (id: string, failure: Failure) =>
    channel.send(await encodeResponseMessage(id, MessageType.RESPONSE, answerOf(failure)))

  const answer = async (data: unknown) => {
    const text = textOf(data)
    if (!isTrusted && hasMoreValues(text, mostRequestValues)) return refuse(idIn(text), tooManyValues)
    const message = await decodeRequestMessage(text)
    const [id, type] = message
    // Without an id, the end of one request would be the end of all.
    if (typeof id !== 'string') throw new TypeError('Expected a message with an id')
    // No procedure takes a stream, and oRPC would keep its items until the request ends.
    if (type === MessageType.EVENT_ITERATOR) return
    if (type !== MessageType.REQUEST) return peer.message(message, handle)
    if (!isTrusted && open >= mostOpenRequests) return refuse(id, tooManyRequests)
    open++
    // A stream ends with its last item.
    await peer.message(message, handle).finally(() => open--)
  }
  channel.onMessage((data) => void answer(data).catch(dropped))
  channel.onClose(() => peer.close({ abort: true }))
}

const tooManyValues: Failure = {
  code: 'request-refused',
  facts: { field: '', reason: `The request has more than ${formatCount(mostRequestValues)} values` },
}
const tooManyRequests: Failure = { code: 'too-many-requests', facts: { limit: mostOpenRequests } }

/** No procedure takes bytes, so text is all there is. */
function textOf(data: unknown): string {
  const message = encoded(data)
  return typeof message === 'string' ? message : new TextDecoder().decode(message as Uint8Array<ArrayBuffer>)
}

/** Of a message that is not parsed: oRPC writes the id first. */
function idIn(text: string): string {
  const [, id] = /^\{"i":"([\w-]{1,100})"/.exec(text) ?? []
  if (id === undefined) throw new TypeError('Expected a message that begins with its id')
  return id
}
