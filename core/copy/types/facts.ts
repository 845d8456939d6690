import type { EventFact } from '../../contract/app/events'
import type { NoticeFact } from '../../contract/app/notices'
import type { NestedFailure } from '../../contract/errors/errors'

/** `describe` turns a nested failure into a sentence. */
type WritersOf<Fact extends { code: string; facts: unknown }> = {
  readonly [Code in Fact['code']]: (facts: Extract<Fact, { code: Code }>['facts'], describe: (failure: NestedFailure) => string) => string
}

export type EventWriters = WritersOf<EventFact>
export type NoticeWriters = WritersOf<NoticeFact>
