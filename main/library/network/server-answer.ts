export interface AnswerHeaders {
  get(name: string): string | null
}

export interface ServerAnswer {
  readonly status: number
  readonly headers: AnswerHeaders
  /** Not decompressed. The caller must read the body to its end or drop it. */
  readonly body: AnswerBody
}

export interface AnswerBody extends AsyncIterable<Uint8Array> {
  /** Gives each chunk as soon as it arrives, with less work than iteration. Rejects if the body breaks, or with what `take` throws. */
  each(take: (bytes: Uint8Array) => void): Promise<void>
  /** Reads a short remainder so that the connection can be reused, or closes the connection. */
  drop(): Promise<void>
}

/** Joins repeated headers with commas, as RFC 9110, section 5.3, allows. */
export const headersFrom = (fields: Readonly<Record<string, string | readonly string[] | undefined>>): AnswerHeaders => ({
  get: (name) => {
    const value = fields[name]
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
  },
})
