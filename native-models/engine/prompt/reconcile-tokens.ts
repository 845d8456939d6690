/**
 * The tokenizer may split an answer's text into tokens other than those sampled, so comparing ids would discard the rest of the cache.
 */

export interface Reconciled {
  /** Made when it is read first. */
  readonly tokens: readonly number[]
  readonly commonTokens: number
  /** Token counts at which the lists agree again after different tokens. */
  readonly meetings: readonly Meeting[]
}
export interface Meeting {
  readonly cached: number
  readonly rendered: number
}

export function reconciledPosition(meetings: readonly Meeting[], rendered: number): number {
  let shift = 0
  for (const meeting of meetings) {
    if (rendered < meeting.rendered) return Math.min(rendered + shift, meeting.cached)
    shift = meeting.cached - meeting.rendered
  }
  return rendered + shift
}

/**
 * `pieceOf` returns a token's text, or null for a control token, which must match by id. The lists are known to begin with `equalTokens` equal
 * tokens.
 */
export function reconcileTokens(
  cached: readonly number[],
  rendered: readonly number[],
  pieceOf: (token: number) => string | null,
  equalTokens = 0,
): Reconciled {
  let c = equalTokens
  let r = equalTokens
  let agreed: Meeting = { cached: c, rendered: r }
  const meetings: Meeting[] = []
  while (c < cached.length && r < rendered.length) {
    while (c < cached.length && r < rendered.length && cached[c] === rendered[r]) {
      c++
      r++
    }
    agreed = { cached: c, rendered: r }
    if (c === cached.length || r === rendered.length) break
    const meeting = meet(cached, c, rendered, r, pieceOf)
    if (!meeting) break
    c = meeting.cached
    r = meeting.rendered
    agreed = { cached: c, rendered: r }
    meetings.push(agreed)
  }
  let made: readonly number[] | undefined
  const make = () => {
    const kept = agreed.cached === cached.length ? cached : cached.slice(0, agreed.cached)
    return kept.concat(rendered.slice(agreed.rendered))
  }
  return {
    get tokens() {
      made ??= make()
      return made
    },
    commonTokens: agreed.cached,
    meetings,
  }
}

function meet(cached: readonly number[], c: number, rendered: readonly number[], r: number, pieceOf: (token: number) => string | null) {
  let left = ''
  let right = ''
  for (;;) {
    const takeLeft = left.length <= right.length
    const token = takeLeft ? cached[c] : rendered[r]
    const piece = token === undefined ? null : pieceOf(token)
    // Incomplete characters can't be compared.
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
