/**
 * Keeps cached tokens that spell the same text as the rendered prompt.
 *
 * The cache holds an answer as it was sampled. The tokenizer may split the same text differently, and comparing ids would discard the rest
 * of the cache.
 */

export interface Reconciled {
  /** Spells exactly the rendered text. */
  readonly tokens: number[]
  /** Leading tokens that the cache holds already. */
  readonly commonTokens: number
  /** Where the two lists line up again after a different split, in order: the token count on either side. */
  readonly meetings: readonly Meeting[]
}
export interface Meeting {
  readonly cached: number
  readonly rendered: number
}

/** From a position in the rendered prompt to the reconciled one; inside a stretch that was split differently, to the nearest. */
export function reconciledPosition(meetings: readonly Meeting[], rendered: number): number {
  let shift = 0
  for (const meeting of meetings) {
    if (rendered < meeting.rendered) return Math.min(rendered + shift, meeting.cached)
    shift = meeting.cached - meeting.rendered
  }
  return rendered + shift
}

/**
 * `cached`: in order. `rendered`: as the tokenizer splits the prompt. `pieceOf`: a token's text; null for a control token, which must match
 * by id.
 */
export function reconcileTokens(
  cached: readonly number[],
  rendered: readonly number[],
  pieceOf: (token: number) => string | null,
): Reconciled {
  let c = 0
  let r = 0
  let agreed: Meeting = { cached: 0, rendered: 0 }
  const meetings: Meeting[] = []
  while (c < cached.length && r < rendered.length) {
    if (cached[c] === rendered[r]) {
      c++
      r++
      agreed = { cached: c, rendered: r }
      continue
    }
    const meeting = meet(cached, c, rendered, r, pieceOf)
    if (!meeting) break
    c = meeting.cached
    r = meeting.rendered
    agreed = { cached: c, rendered: r }
    meetings.push(agreed)
  }
  return { tokens: [...cached.slice(0, agreed.cached), ...rendered.slice(agreed.rendered)], commonTokens: agreed.cached, meetings }
}

/** undefined: the texts differ. */
function meet(cached: readonly number[], c: number, rendered: readonly number[], r: number, pieceOf: (token: number) => string | null) {
  let left = ''
  let right = ''
  for (;;) {
    const takeLeft = left.length <= right.length
    const token = takeLeft ? cached[c] : rendered[r]
    const piece = token === undefined ? null : pieceOf(token)
    // Half a character can't be compared.
    if (piece === null || piece === '' || piece.includes('\ufffd')) return undefined
    if (takeLeft) {
      left += piece
      c++
    } else {
      right += piece
      r++
    }
    const shared = Math.min(left.length, right.length)
    if (left.slice(0, shared) !== right.slice(0, shared)) return undefined
    if (left.length === right.length) return { cached: c, rendered: r }
    left = left.slice(shared)
    right = right.slice(shared)
  }
}
