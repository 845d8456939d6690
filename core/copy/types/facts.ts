import type { EventFact } from '../../contract/app/events'
import type { NoticeFact } from '../../contract/app/notices'
import type { NestedFailure } from '../../contract/errors/errors'

/** `describe` makes a sentence of a failure that is one of the facts. */
type WritersOf<Fact extends { code: string; facts: unknown }> = {
  readonly [Code in Fact['code']]: (facts: Extract<Fact, { code: Code }>['facts'], describe: (failure: NestedFailure) => string) => string
}

export type EventWriters = WritersOf<EventFact>
export type NoticeWriters = WritersOf<NoticeFact>
