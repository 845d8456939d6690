/** Answers bytes that are not a valid request. Node has no response object for them. */
import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Failure } from '../../../core/contract/errors/errors'
import { refusalOf } from '../../../core/serve/refusal'
import type { DialectFrame } from '../routes'
import type { OpenRequest } from './refuse'

/** `open`: the requests of this connection that have no complete answer yet. */
export function refuseBytes(
  { code = '' }: NodeJS.ErrnoException,
  socket: Duplex,
  open: readonly OpenRequest[],
  anyFrame: DialectFrame,
  discardMs: number,
): void {
  // Node's parser reports each further chunk of an invalid request.
  if (socket.writableEnded) return
  const [first, second] = open
  // The bytes would become part of another answer, or come before it.
  const isAnswering = second !== undefined || first?.request.complete || first?.response.headersSent
  if (!socket.writable || isAnswering || !isProtocolError(code)) return void socket.destroy()
  const { frame } = first ?? { frame: anyFrame }
  const refusal = refusalOf(failureOf(code, first !== undefined))
  const body = JSON.stringify(frame.refused(refusal))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  const destroy = () => void socket.destroy()
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, first ? destroy : undefined)
  // Until then, the parser reads and discards what the client still sends, so that the client sees the refusal.
  const timer = setTimeout(destroy, discardMs)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Others, such as ECONNRESET, are errors of the connection itself. */
const isProtocolError = (code: string): boolean => code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT'

/** Source of the codes: Node's documentation of `clientError`, and llhttp's names of its errors. */
function failureOf(code: string, hasHeaders: boolean): Failure {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'api-http-refused', facts: { reason: { kind: 'headers-too-large', limitBytes: maxHeaderSize } } }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'api-http-refused', facts: { reason: { kind: 'too-slow' } } }
    case 'HPE_INVALID_EOF_STATE':
      if (hasHeaders) return { code: 'api-body-refused', facts: { reason: { kind: 'cut-off' } } }
  }
  return { code: 'api-http-refused', facts: { reason: { kind: 'malformed' } } }
}
