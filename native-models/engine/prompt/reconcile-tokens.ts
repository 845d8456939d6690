/**
 * Which tokens to give the model, when some that spell the same text are in the cache already.
 *
 * An answer is in the cache as the tokens the model picked. When the next turn renders the conversation,
 * the same text may be cut into other tokens, and a comparison token by token would throw the rest of the
 * cache away. Text decides instead: where both spell the same bytes, the cached tokens stay.
 *
 * Plain arithmetic on token ids and their bytes; it knows no model.
 */

export interface Reconciled {
  /** The prompt to evaluate: spells exactly what was rendered. */
  readonly tokens: number[]
  /** How many leading tokens are in the cache as they stand. */
  readonly commonTokens: number
  /** Where the two lists met again after they had cut the same text differently, in order: lengths on either side. */
  readonly meetings: readonly Meeting[]
}
export interface Meeting {
  readonly cached: number
  readonly rendered: number
}

/** Where a place in the rendered prompt lies in the reconciled one. Inside a stretch that was cut differently: as near as there is a token. */
export function reconciledPosition(meetings: readonly Meeting[], rendered: number): number {
  let shift = 0
  for (const meeting of meetings) {
    if (rendered < meeting.rendered) return Math.min(rendered + shift, meeting.cached)
    shift = meeting.cached - meeting.rendered
  }
  return rendered + shift
}

/**
 * `cached`: what the cache holds, in order. `rendered`: the prompt as the tokeniser cuts it.
 * `pieceOf`: the text of a token, or null for a token that has no text of its own (a control token),
 * which must be equal by id.
 */
export function reconcileTokens(
  cached: readonly number[],
  rendered: readonly number[],
  pieceOf: (token: number) => string | null,
): Reconciled {
  let c = 0
  let r = 0
  /** The last point at which both lists had spelled the same text: lengths on either side. */
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

/** Where two differing cuts of the same text come together again, or undefined where the texts differ. */
function meet(cached: readonly number[], c: number, rendered: readonly number[], r: number, pieceOf: (token: number) => string | null) {
  let left = ''
  let right = ''
  for (;;) {
    const takeLeft = left.length <= right.length
    const token = takeLeft ? cached[c] : rendered[r]
    const piece = token === undefined ? null : pieceOf(token)
    // A piece that ends inside a character has no text to compare.
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
