/**
 *   earlier   header a · system · tools · question · answer          its predecessor: the same conversation
 *   request   header b · system · tools · question · answer · next
 *             └ reused ┘└──────────── lost ──────────────┘└ new ┘     cause: changing-header
 */
import type { Divergence } from '../contract/cache/reuse'
import { newTextCauses, type RequestCause, type SideKind } from '../contract/requests/request-causes'
import { alikeTokens } from './alike-tokens'
import { causeOfDifference } from './cause-of-difference'
import { differenceAt, divergenceOf } from './difference'
import { predecessorOf } from './predecessor'
import { sideRequestOf } from './side-request'
import { commonTokens, hasSameCells, lengthOf, type TracedRequest } from './traced-request'

export interface Explanation {
  readonly cause: RequestCause
  /** Prompt tokens that were processed again, although an earlier request had them. */
  readonly lostTokens: number
  /** The earlier request that this one continues. */
  readonly comparedId: string | null
  /** The length of the common prefix, in tokens. */
  readonly commonTokens: number
  readonly divergence: Divergence | null
  readonly side: SideKind | null
  /** The request that evicted the tokens. null if no request did. */
  readonly evictedBy: { readonly id: string; readonly client: string; readonly side: SideKind | null } | null
}

/** `earlier` has all kept requests of all clients, the oldest first. */
export function explainRequest(request: TracedRequest, earlier: readonly TracedRequest[]): Explanation {
  const side = sideRequestOf(request)
  const own = earlier.filter(({ client }) => client === request.client)
  const predecessor = predecessorOf(request, own)
  const missing = missingOf(request, earlier)
  const different = predecessor ? compare(request, predecessor.request, predecessor.alike) : null
  const byDifference = side === null ? (different?.lostTokens ?? 0) : quotedTokens(request, own)
  const facts = {
    side,
    comparedId: predecessor?.request.id ?? null,
    commonTokens: different?.commonTokens ?? 0,
    evictedBy: null,
    lostTokens: Math.min(missing.tokens + byDifference, processedOf(request)),
  }
  if (missing.from && missing.tokens >= byDifference)
    return { ...facts, divergence: null, comparedId: missing.from.id, ...causeOfAbsence(request, missing.from, missing.tokens, earlier) }
  if (side !== null) return { ...facts, cause: 'side-request', divergence: different?.divergence ?? null }
  if (!different) return { ...facts, cause: own.length === 0 ? 'first-request' : 'new-conversation', divergence: null }
  return { ...facts, cause: different.cause, divergence: different.divergence }
}

const processedOf = ({ tokens, reusedTokens }: TracedRequest): number => tokens.length - reusedTokens

interface Compared {
  readonly cause: RequestCause
  readonly lostTokens: number
  readonly commonTokens: number
  readonly divergence: Divergence | null
}

function compare(request: TracedRequest, earlier: TracedRequest, alike: number): Compared {
  const lastToken = request.tokens.length - 1
  const lostFrom = (from: number) => alikeTokens(earlier, request, Math.max(from, request.reusedTokens), lastToken)
  if (!hasSameCells(earlier, request)) {
    const isOtherModel = earlier.model !== request.model
    const lostTokens = isOtherModel ? Math.min(Math.round(alike), Math.max(0, lastToken - request.reusedTokens)) : lostFrom(0)
    return { cause: isOtherModel ? 'other-model' : 'other-settings', lostTokens, commonTokens: 0, divergence: null }
  }
  const common = commonTokens(earlier, request)
  const facts = { commonTokens: common, divergence: null, lostTokens: 0 }
  if (common >= lastToken) return { ...facts, cause: 'same-prompt' }
  if (common >= lengthOf(earlier)) return { ...facts, cause: 'continued' }
  const difference = differenceAt(earlier, request, common)
  const cause = causeOfDifference(difference, earlier, request)
  const lostTokens = newTextCauses.includes(cause) ? 0 : lostFrom(common)
  return { cause, lostTokens, commonTokens: common, divergence: divergenceOf(difference) }
}

/** How many of the newest conversations a side request may quote. */
const quotable = 4

/** The conversation in the prompt of a side request is often quoted, so it is not at the beginning. */
function quotedTokens(request: TracedRequest, own: readonly TracedRequest[]): number {
  const conversations = own.filter((earlier) => hasSameCells(earlier, request) && sideRequestOf(earlier) === null).slice(-quotable)
  const lastToken = request.tokens.length - 1
  return Math.max(0, ...conversations.map((earlier) => alikeTokens(earlier, request, request.reusedTokens, lastToken)))
}

interface Missing {
  /** Tokens that the machine once had for this prompt, and that it processed again. */
  readonly tokens: number
  readonly from: TracedRequest | null
}

function missingOf(request: TracedRequest, earlier: readonly TracedRequest[]): Missing {
  let best: Missing = { tokens: 0, from: null }
  for (const from of earlier) {
    if (!hasSameCells(from, request)) continue
    const tokens = Math.min(commonTokens(from, request), request.tokens.length - 1) - request.reusedTokens
    if (tokens > 0 && tokens >= best.tokens) best = { tokens, from }
  }
  return best
}

function causeOfAbsence(
  request: TracedRequest,
  from: TracedRequest,
  tokens: number,
  earlier: readonly TracedRequest[],
): Pick<Explanation, 'cause' | 'evictedBy' | 'commonTokens'> {
  const common = request.reusedTokens + tokens
  const facts = { commonTokens: common, evictedBy: null }
  if (from.context !== request.context) return { ...facts, cause: 'engine-restarted' }
  if (request.heldBack !== null) return { ...facts, cause: 'cannot-go-back' }
  if (from.endedMs === null || from.endedMs > request.startedMs) return { ...facts, cause: 'busy' }
  const evictor = earlier
    .slice(earlier.indexOf(from) + 1)
    .find((later) => later.sequence === from.sequence && later.sequence !== null && commonWith(later, request) < common)
  if (!evictor) return { ...facts, cause: from.sequence === null || from.sequence === request.sequence ? 'evicted' : 'other-sequence' }
  return { ...facts, cause: 'evicted', evictedBy: { id: evictor.id, client: evictor.client, side: sideRequestOf(evictor) } }
}

const commonWith = (later: TracedRequest, request: TracedRequest): number =>
  hasSameCells(later, request) ? commonTokens(later, request) : 0
