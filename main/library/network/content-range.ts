/** What a server says about the part of a file that it sends: is it the part that was asked for, and of the same file? */
import type { AnswerHeaders } from './server-answer'

export interface ContentRange {
  readonly start: number
  /** The last byte, included. */
  readonly last: number
  /** Length of the whole file; undefined where the server does not know. */
  readonly sizeBytes: number | undefined
}

/** undefined where the header is absent or makes no sense. Source: RFC 9110, section 14.4. */
export function parseContentRange(header: string | null): ContentRange | undefined {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [start, last] = [Number(match[1]), Number(match[2])]
  const sizeBytes = match[3] === '*' ? undefined : Number(match[3])
  return last >= start && (sizeBytes ?? Number.POSITIVE_INFINITY) > last ? { start, last, sizeBytes } : undefined
}

// The length that comes with status 416, as `bytes */123`.
export function unsatisfiedSize(header: string | null): number | undefined {
  const match = /^bytes \*\/(\d{1,15})$/i.exec(header?.trim() ?? '')
  return match ? Number(match[1]) : undefined
}

/** Marks by which a server tells one state of a file from another. */
export interface Identity {
  readonly sizeBytes: number
  readonly etag: string | null
  readonly lastModified: string | null
}

export const identityOf = (headers: AnswerHeaders, sizeBytes: number): Identity => ({
  sizeBytes,
  etag: headers.get('etag'),
  lastModified: headers.get('last-modified'),
})

/** How the file differs from what it was, or undefined. A mark that is missing on one side says nothing. */
export function changeBetween(before: Identity, now: Identity): string | undefined {
  if (before.sizeBytes !== now.sizeBytes) return `it had ${before.sizeBytes} bytes and now has ${now.sizeBytes}`
  if (before.etag && now.etag && before.etag !== now.etag) return `its ETag was ${before.etag} and now is ${now.etag}`
  if (before.lastModified && now.lastModified && before.lastModified !== now.lastModified)
    return `it was last modified ${before.lastModified} and now ${now.lastModified}`
  return undefined
}
