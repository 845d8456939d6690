/** What a dialect's handler returns. */
import type { Refusal } from '../../core/serve/refusal'

export type Reply =
  | { readonly kind: 'json'; readonly status: number; readonly body: unknown; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly kind: 'text'
      readonly status: number
      readonly body: string
      readonly contentType: string
      readonly headers: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'stream'
      readonly contentType: string
      /** A failure before the first chunk becomes a refusal with its own status. */
      readonly chunks: AsyncIterable<string>
      /** What ends a stream that fails later. */
      readonly failed: (refusal: Refusal) => string
    }

export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply => ({
  kind: 'json',
  status,
  body,
  headers,
})

export const text = (
  body: string,
  contentType = 'text/plain; charset=utf-8',
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  kind: 'text',
  status,
  body,
  contentType,
  headers,
})

/** Server-sent events. Each chunk comes from `sseEvent` or `sseData`. */
export const sse = (chunks: AsyncIterable<string>, failed: (refusal: Refusal) => string): Reply => ({
  kind: 'stream',
  contentType: 'text/event-stream; charset=utf-8',
  chunks,
  failed,
})

export const ndjson = (chunks: AsyncIterable<string>, failed: (refusal: Refusal) => string): Reply => ({
  kind: 'stream',
  contentType: 'application/x-ndjson',
  chunks,
  failed,
})

export const sseData = (data: unknown): string => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
export const sseEvent = (event: string, data: unknown): string => `event: ${event}\n${sseData(data)}`
export const jsonLine = (data: unknown): string => `${JSON.stringify(data)}\n`
