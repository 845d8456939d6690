import type { RemoteChange } from '../../../core/contract/errors/server-reasons'
import type { AnswerHeaders } from './server-answer'

export interface ContentRange {
  readonly start: number
  /** Inclusive. */
  readonly last: number
  readonly sizeBytes: number | undefined
}

/** Source: RFC 9110, section 14.4. */
export function parseContentRange(header: string | null): ContentRange | undefined {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [start, last] = [Number(match[1]), Number(match[2])]
  const sizeBytes = match[3] === '*' ? undefined : Number(match[3])
  return last >= start && (sizeBytes ?? Number.POSITIVE_INFINITY) > last ? { start, last, sizeBytes } : undefined
}

export function unsatisfiedSize(header: string | null): number | undefined {
  const match = /^bytes \*\/(\d{1,15})$/i.exec(header?.trim() ?? '')
  return match ? Number(match[1]) : undefined
}

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

export function changeBetween(before: Identity, now: Identity): RemoteChange | undefined {
  if (before.sizeBytes !== now.sizeBytes) return { kind: 'size', beforeBytes: before.sizeBytes, nowBytes: now.sizeBytes }
  if (before.etag && now.etag && before.etag !== now.etag) return { kind: 'etag', before: before.etag, now: now.etag }
  if (before.lastModified && now.lastModified && before.lastModified !== now.lastModified)
    return { kind: 'last-modified', before: before.lastModified, now: now.lastModified }
  return undefined
}
