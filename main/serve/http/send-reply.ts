import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import { refusalOf } from '../../../core/serve/refusal'
import { messageOf } from '../../../core/text/message-of'
import type { Reply } from '../reply'

const commonHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

export interface Sending {
  readonly response: ServerResponse
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal
  readonly unreadMs: number
}

export async function sendReply(sending: Sending, reply: Reply): Promise<void> {
  const { response } = sending
  switch (reply.kind) {
    case 'json':
      writeText(response, reply.status, JSON.stringify(reply.body), 'application/json; charset=utf-8', reply.headers)
      return void response.end()
    case 'text':
      writeText(response, reply.status, reply.body, reply.contentType, reply.headers)
      return void response.end()
    case 'stream':
      return sendStream(sending, reply)
  }
}

/** Sends everything, but does not end the response. */
export function writeText(
  response: ServerResponse,
  status: number,
  body: string,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  const length = Buffer.byteLength(body)
  response.writeHead(status, { ...commonHeaders, ...headers, 'content-type': contentType, 'content-length': length })
  response.write(body)
}

/** Logs a bug. */
export function expectedFailure(error: unknown): Failure {
  const failure = failureOf(error)
  if (!failure) console.error('[api]', error)
  return failure ?? { code: 'generation-failed', facts: { quoted: messageOf(error) } }
}

/** Sends nothing before the first chunk, so that a refusal can still set the status. Stops reading chunks while the client does not read. */
async function sendStream({ response, signal, unreadMs }: Sending, reply: Extract<Reply, { kind: 'stream' }>): Promise<void> {
  const chunks = reply.chunks[Symbol.asyncIterator]()
  try {
    let next = await chunks.next()
    if (response.destroyed) return
    response.writeHead(200, { ...commonHeaders, 'content-type': reply.contentType })
    try {
      for (; !next.done; next = await chunks.next()) {
        if (signal.aborted) return
        if (!response.write(next.value)) await drained(response, signal, unreadMs)
      }
    } catch (error) {
      if (signal.aborted) return
      response.write(reply.failed(refusalOf(expectedFailure(error))))
    }
    response.end()
  } finally {
    await chunks.return?.()
  }
}

/** Destroys the connection of a client that does not read. */
async function drained(response: ServerResponse, signal: AbortSignal, unreadMs: number): Promise<void> {
  const timer = setTimeout(() => response.destroy(), unreadMs)
  try {
    await once(response, 'drain', { signal })
  } finally {
    clearTimeout(timer)
  }
}
