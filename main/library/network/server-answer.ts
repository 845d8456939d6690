export interface AnswerHeaders {
  get(name: string): string | null
}

export interface ServerAnswer {
  readonly status: number
  readonly headers: AnswerHeaders
  /** The body is not decompressed, and must be read to the end or dropped. */
  readonly body: AnswerBody
}

export interface AnswerBody extends AsyncIterable<Uint8Array> {
  /** Reads a short rest to reuse the connection, else closes it. */
  drop(): Promise<void>
}

/** Joins repeated headers with commas: RFC 9110, section 5.3. */
export const headersFrom = (fields: Readonly<Record<string, string | readonly string[] | undefined>>): AnswerHeaders => ({
  get: (name) => {
    const value = fields[name]
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
  },
})
