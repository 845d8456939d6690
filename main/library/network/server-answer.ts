/** What a server answers to one request, as far as anybody here looks at it. */

export interface AnswerHeaders {
  /** `name` in small letters; null where it was not sent. */
  get(name: string): string | null
}

export interface ServerAnswer {
  readonly status: number
  readonly headers: AnswerHeaders
  /** As it comes, not unpacked. Must be read to its end or dropped. */
  readonly body: AnswerBody
}

export interface AnswerBody extends AsyncIterable<Uint8Array> {
  /** Reads what is left where that is little, else lets the connection go. */
  drop(): Promise<void>
}

/** Headers that were sent more than once stand with commas between them: RFC 9110, section 5.3. */
export const headersFrom = (fields: Readonly<Record<string, string | readonly string[] | undefined>>): AnswerHeaders => ({
  get: (name) => {
    const value = fields[name]
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
  },
})
