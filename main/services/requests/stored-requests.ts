/** The kept requests in the database, while the preference `apiKeepsBodies` is on. */
import { z } from 'zod'
import { cellSpan } from '../../../core/contract/cache/cache'
import { type RequestRecord, requestExplanation, requestRecord } from '../../../core/contract/requests/requests'
import type { ApiRequests } from '../../store/api-requests'
import type { Body } from './kept-bodies'

const segments = z.array(cellSpan.extend({ text: z.string() }))

const stored = z.object({
  record: requestRecord,
  request: z.object({
    id: z.string(),
    client: z.string(),
    model: z.string(),
    settings: z.string(),
    context: z.string(),
    sequence: z.number().nullable(),
    startedMs: z.number(),
    endedMs: z.number().nullable(),
    /** Int32Array in base64, as it is in memory. */
    tokens: z.string(),
    segments,
    answerTokens: z.string(),
    answerSegments: segments,
    tools: z.array(z.string()),
    reusedTokens: z.number(),
    heldBack: requestExplanation.shape.heldBack,
  }),
  msPerToken: z.number().nullable(),
  gapsMs: z.array(z.number()),
})

export interface StoredRequest {
  readonly record: RequestRecord
  readonly body: Body
}

export class StoredRequests {
  constructor(
    private readonly store: ApiRequests,
    private readonly isWanted: () => boolean,
  ) {}

  /** The oldest first. What cannot be read is left out. */
  read(): StoredRequest[] {
    return this.store.all().flatMap((value) => {
      const { data } = stored.safeParse(parsed(value))
      if (!data?.record.explanation) return []
      const { record, request, msPerToken, gapsMs } = data
      const tokens = { tokens: tokensIn(request.tokens), answerTokens: tokensIn(request.answerTokens) }
      return [{ record, body: { request: { ...request, ...tokens }, explanation: record.explanation as never, msPerToken, gapsMs } }]
    })
  }

  /** Does nothing while the preference is off. Throws `disk-full`, `store-failed`. */
  add({ record, body: { request, msPerToken, gapsMs } }: StoredRequest): void {
    if (!this.isWanted()) return
    const tokens = { tokens: textOf(request.tokens), answerTokens: textOf(request.answerTokens) }
    this.store.add(record.id, JSON.stringify({ record, request: { ...request, ...tokens }, msPerToken, gapsMs }))
  }

  remove(id: string): void {
    this.store.remove(id)
  }

  removeAll(): void {
    this.store.removeAll()
  }

  /** Turning the preference off deletes what is stored. */
  follow(): void {
    if (!this.isWanted()) this.removeAll()
  }
}

const textOf = (tokens: ArrayLike<number>): string => Buffer.from(Int32Array.from(tokens).buffer).toString('base64')

function tokensIn(text: string): Int32Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'))
  return new Int32Array(bytes.buffer, 0, Math.floor(bytes.byteLength / Int32Array.BYTES_PER_ELEMENT))
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
