import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '../../../core/serve/refusal'
import type { DialectFrame } from '../routes'
import type { ServeLimits } from './limits'
import { writeText } from './send-reply'

export interface OpenRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Of the dialect that the client speaks. */
  frame: DialectFrame
}

export function refuse({ request, response, frame }: OpenRequest, refusal: Refusal, limits: ServeLimits): void {
  const isUnread = !request.complete
  writeText(response, refusal.status, JSON.stringify(frame.refused(refusal)), 'application/json; charset=utf-8', {
    ...(isUnread ? { connection: 'close' } : {}),
    ...(refusal.retryAfterSeconds === null ? {} : { 'retry-after': String(refusal.retryAfterSeconds) }),
    ...(refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  })
  if (isUnread) discardBody(request, () => response.end(), limits)
  else response.end()
}

/** Node closes the connection when the response ends. A client that is still sending would then get EPIPE instead of the response. */
function discardBody(request: IncomingMessage, end: () => void, { discardMs, discardBytes }: ServeLimits): void {
  let leftBytes = discardBytes
  const cut = () => void request.destroy()
  const timer = setTimeout(cut, discardMs)
  timer.unref()
  request.once('end', end)
  request.once('close', () => clearTimeout(timer))
  request.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length
    if (leftBytes < 0) cut()
  })
  request.resume()
}
