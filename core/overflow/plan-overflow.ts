/**
 * Drops tokens in chunks, so that not every new token drops others.
 *
 *   drop-oldest    system · [question · answer] · [question · answer] · question · answer · question
 *                           └ drops turns, oldest first ┘  until a quarter of the context is free
 *   sink-recency   first tokens · [ … ] · last tokens
 *
 * Source of sink-recency: Xiao et al., Efficient Streaming Language Models with Attention Sinks, arXiv:2309.17453.
 */

import type { Role } from '../contract/chat/turn'
import type { OverflowRequest } from '../contract/settings/overflow'
import { type Gap, gapTokens, joinGaps } from './gaps'

export interface MessageRange {
  /** Index into the request's messages. */
  readonly index: number
  readonly role: Role
  readonly from: number
  readonly to: number
}

export interface OverflowQuestion {
  readonly request: OverflowRequest
  readonly ranges: readonly MessageRange[]
  readonly textTokens: number
  readonly gaps: readonly Gap[]
  readonly limitTokens: number
  /** Start of the newest message, which must stay. `textTokens` if any token may be dropped. */
  readonly newestFrom: number
}

const freedShare = 1 / 4

export function planOverflow(question: OverflowQuestion): Gap[] | null {
  const { request, textTokens, gaps, limitTokens } = question
  if (textTokens - gapTokens(gaps) <= limitTokens) return [...gaps]
  if (request.policy === 'stop') return null
  const planned = request.policy === 'drop-oldest' ? dropOldest(question) : keepEnds(question)
  return textTokens - gapTokens(planned) <= limitTokens ? planned : null
}

function dropOldest({ request, ranges, textTokens, gaps, limitTokens, newestFrom }: OverflowQuestion): Gap[] {
  const wanted = Math.floor(limitTokens * (1 - freedShare))
  let dropped: Gap[] = [...gaps]
  for (const turn of turnsOf(ranges, textTokens)) {
    if (textTokens - gapTokens(dropped) <= wanted) break
    if (turn.to <= newestFrom && !turn.indexes.some((index) => request.pinned.includes(index))) dropped = joinGaps([...dropped, turn])
  }
  return dropped
}

const recentTokens = ({ sinkTokens, recentTokens: recent }: OverflowRequest, limitTokens: number): number =>
  recent === 'auto' ? Math.max(1, Math.floor((limitTokens - sinkTokens) / 2)) : recent

function keepEnds({ request, textTokens, gaps, limitTokens, newestFrom }: OverflowQuestion): Gap[] {
  const to = Math.min(textTokens - recentTokens(request, limitTokens), newestFrom)
  return joinGaps([...gaps, { from: request.sinkTokens, to }])
}

interface Turn extends Gap {
  readonly indexes: readonly number[]
}

/** A turn includes the template text before the next user message. */
function turnsOf(ranges: readonly MessageRange[], textTokens: number): Turn[] {
  const starts = ranges.filter(({ role }) => role === 'user')
  return starts.map(({ from }, at) => {
    const to = starts[at + 1]?.from ?? textTokens
    return { from, to, indexes: ranges.filter((range) => range.from >= from && range.from < to).map(({ index }) => index) }
  })
}

/** Numbers messages from 1, without the system prompt. */
export function messagesIn(gaps: readonly Gap[], ranges: readonly MessageRange[]): number[] {
  const spoken = ranges.filter(({ role }) => role !== 'system')
  return spoken.flatMap(({ from, to }, at) => (gaps.some((gap) => gap.from <= from && to <= gap.to) ? [at + 1] : []))
}
