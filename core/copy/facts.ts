import type { AnyFact } from '../contract/app/events'
import type { NoticeFact } from '../contract/app/notices'
import type { Failure, NestedFailure } from '../contract/errors/errors'
import { copy } from './copy'
import { describeFailure } from './failures'

type Write = (facts: AnyFact['facts'], describe: (failure: NestedFailure) => string) => string

const describe = (failure: NestedFailure): string => describeFailure(failure as Failure)

export const describeNotice = ({ code, facts }: NoticeFact): string => (copy.notices[code] as Write)(facts, describe)

export function describeEvent(event: AnyFact): string {
  const writers: Readonly<Partial<Record<string, Write>>> = { ...copy.events, ...copy.notices } as Record<string, Write>
  const write = writers[event.code]
  return write ? write(event.facts, describe) : describeFailure(event as Failure)
}
