/** Drops malformed messages, which would end the process with oRPC's handler for ports (unhandled rejection). */
import {
  decodeRequestMessage,
  encodeResponseMessage,
  MessageType,
  type ServerPeerHandleRequestFn,
  experimental_ServerPeerWithoutCodec as UncodedPeer,
} from '@orpc/standard-server-peer'
import type { Failure } from '../contract/errors/errors'
import { mostOpenRequests, mostRequestValues } from '../contract/wire/message-limit'
import { hasMoreValues } from '../text/json-values'
import { type Channel, encoded, firstOf } from './channel'
import { answerOf } from './coded-answers'

/** `isTrusted` is true for main, to which the limits do not apply. */
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
    // A message without an id would end all requests.
    if (typeof id !== 'string') throw new TypeError('Expected a message with an id')
    // No procedure takes a stream, and oRPC would store its items.
    if (type === MessageType.EVENT_ITERATOR) return
    if (type !== MessageType.REQUEST) return peer.message(message, handle)
    if (!isTrusted && open >= mostOpenRequests) return refuse(id, tooManyRequests)
    open++
    await peer.message(message, handle).finally(() => open--)
  }
  channel.onMessage((data) => void answer(data).catch(dropped))
  channel.onClose(() => peer.close({ abort: true }))
}

const tooManyValues: Failure = {
  code: 'request-refused',
  facts: { field: '', reason: { kind: 'too-many-values', mostValues: mostRequestValues } },
}
const tooManyRequests: Failure = { code: 'too-many-requests', facts: { limit: mostOpenRequests } }

/** No procedure takes bytes. */
function textOf(data: unknown): string {
  const message = encoded(data)
  return typeof message === 'string' ? message : new TextDecoder().decode(message as Uint8Array<ArrayBuffer>)
}

/** oRPC writes the id first. */
function idIn(text: string): string {
  const [, id] = /^\{"i":"([\w-]{1,100})"/.exec(text) ?? []
  if (id === undefined) throw new TypeError('Expected a message that begins with its id')
  return id
}
