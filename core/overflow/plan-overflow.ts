/**
 * Which tokens of a conversation leave its context when it has become too long, in chunks: room is made for more than
 * is needed now, so that it does not have to be made at every token.
 *
 *   drop-oldest    system · [question · answer] · [question · answer] · question · answer · question
 *                           └ turns leave, oldest first ┘  until a quarter of the context is free
 *   sink-recency   first tokens · [ … ] · last tokens
 *
 * Source of sink-recency: Xiao et al., Efficient Streaming Language Models with Attention Sinks, arXiv:2309.17453.
 * Plain arithmetic; it knows no model.
 */

import type { Role } from '../contract/chat/turn'
import type { OverflowRequest } from '../contract/settings/overflow'
import { type Gap, gapTokens, joinGaps } from './gaps'

/** The text of one message among the tokens of the conversation. */
export interface MessagePlace {
  /** In the request's messages. */
  readonly index: number
  readonly role: Role
  readonly from: number
  readonly to: number
}

export interface OverflowQuestion {
  readonly request: OverflowRequest
  /** In order. */
  readonly places: readonly MessagePlace[]
  readonly textTokens: number
  /** What has left already. */
  readonly gaps: readonly Gap[]
  /** Tokens that may stay. */
  readonly limitTokens: number
  /** What lies from here on has to stay: the newest message; `textTokens` where nothing does. */
  readonly newestFrom: number
}

/** The share of the context that is free once turns have been dropped. */
const freedShare = 1 / 4

/** All gaps, the old ones among them; null: even so there is no room. */
export function planOverflow(question: OverflowQuestion): Gap[] | null {
  const { request, textTokens, gaps, limitTokens } = question
  if (textTokens - gapTokens(gaps) <= limitTokens) return [...gaps]
  if (request.policy === 'stop') return null
  const planned = request.policy === 'drop-oldest' ? dropOldest(question) : keepEnds(question)
  return textTokens - gapTokens(planned) <= limitTokens ? planned : null
}

function dropOldest({ request, places, textTokens, gaps, limitTokens, newestFrom }: OverflowQuestion): Gap[] {
  const wanted = Math.floor(limitTokens * (1 - freedShare))
  let dropped: Gap[] = [...gaps]
  for (const turn of turnsOf(places, textTokens)) {
    if (textTokens - gapTokens(dropped) <= wanted) break
    if (turn.to <= newestFrom && !turn.indexes.some((index) => request.pinned.includes(index))) dropped = joinGaps([...dropped, turn])
  }
  return dropped
}

/** Tokens that stay at the end. */
const recentTokens = ({ sinkTokens, recentTokens: recent }: OverflowRequest, limitTokens: number): number =>
  recent === 'auto' ? Math.max(1, Math.floor((limitTokens - sinkTokens) / 2)) : recent

function keepEnds({ request, textTokens, gaps, limitTokens, newestFrom }: OverflowQuestion): Gap[] {
  const to = Math.min(textTokens - recentTokens(request, limitTokens), newestFrom)
  return joinGaps([...gaps, { from: request.sinkTokens, to }])
}

interface Turn extends Gap {
  readonly indexes: readonly number[]
}

/** From the text of one of the user's messages to the text of the next: what the template writes between them goes along once. */
function turnsOf(places: readonly MessagePlace[], textTokens: number): Turn[] {
  const starts = places.filter(({ role }) => role === 'user')
  return starts.map(({ from }, at) => {
    const to = starts[at + 1]?.from ?? textTokens
    return { from, to, indexes: places.filter((place) => place.from >= from && place.from < to).map(({ index }) => index) }
  })
}

/** Messages whose text lies in these gaps as a whole, counted from 1 without the system prompt. */
export function messagesIn(gaps: readonly Gap[], places: readonly MessagePlace[]): number[] {
  const spoken = places.filter(({ role }) => role !== 'system')
  return spoken.flatMap(({ from, to }, at) => (gaps.some((gap) => gap.from <= from && to <= gap.to) ? [at + 1] : []))
}
