import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { RecordedExchange, RecordedPiece } from '../../../main/remote/testing/recordings/recording'

export interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** Never recorded. */
  readonly key?: string
}

interface RecordOptions {
  /** Closes the connection after this many pieces. */
  readonly closeAfterPieces?: number
  readonly onPiece?: (count: number) => void
}

const recordedHeaders = ['content-type', 'retry-after', 'location', 'server', 'www-authenticate', 'process-start-time-unix'] as const
const limitMs = 300_000

/** Sends the request once and keeps every piece of the answer as it arrived. */
export function recordExchange(
  url: string,
  { method, path, body, key }: Request,
  { closeAfterPieces = Number.POSITIVE_INFINITY, onPiece = () => {} }: RecordOptions = {},
): Promise<RecordedExchange> {
  const content = body === undefined ? undefined : JSON.stringify(body)
  const startMs = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, agent: false, headers: headersOf(content, key), timeout: limitMs }, (response) => {
      const pieces: RecordedPiece[] = []
      const done = (end: RecordedExchange['answer']['end']) =>
        resolve({
          request: { method, path, ...(body === undefined ? {} : { body }) },
          answer: { status: response.statusCode ?? 0, headers: keptHeaders(response.headers), pieces: joined(response, pieces), end },
        })
      response.on('data', (chunk: Buffer) => {
        if (pieces.length >= closeAfterPieces) return
        pieces.push([Math.round((performance.now() - startMs) * 10) / 10, contentOf(chunk)])
        onPiece(pieces.length)
        if (pieces.length < closeAfterPieces) return
        sent.destroy()
        done('closed-by-client')
      })
      response.on('end', () => done('complete'))
      response.on('error', () => done('broken'))
    })
    sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: nothing arrived for ${limitMs} ms`)))
    // After the head of the answer, the answer's own listener resolves first.
    sent.on('error', reject)
    sent.end(content)
  })
}

function headersOf(content: string | undefined, key: string | undefined): Record<string, string> {
  return {
    accept: '*/*',
    ...(content === undefined ? {} : { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(content)}` }),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  }
}

function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    recordedHeaders.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
}

function contentOf(chunk: Buffer): RecordedPiece[1] {
  const text = chunk.toString('utf8')
  return Buffer.from(text).equals(chunk) ? text : { base64: chunk.toString('base64') }
}

/** An answer that is not a stream is kept as one piece, so that a path in it cannot be split. */
function joined(response: IncomingMessage, pieces: RecordedPiece[]): RecordedPiece[] {
  const isStream = /event-stream|ndjson/.test(response.headers['content-type'] ?? '')
  const last = pieces.at(-1)
  if (isStream || pieces.length < 2 || !last) return pieces
  const whole = Buffer.concat(
    pieces.map(([, content]) => (typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64'))),
  )
  return [[last[0], contentOf(whole)]]
}

export const textOfAnswer = ({ answer }: RecordedExchange): string =>
  answer.pieces
    .map(([, content]) => (typeof content === 'string' ? content : Buffer.from(content.base64, 'base64').toString('utf8')))
    .join('')
