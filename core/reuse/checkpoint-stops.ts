/**
 * Where to take checkpoints while a prompt is processed: the points from which a conversation is taken up again.
 *
 *   system │ question · answer · question · answer │ question │      │: a checkpoint
 *          a new first question      an edited question      another answer
 *
 * One more is taken when the answer has ended, out of the way of the first token.
 */
import type { CellSpan } from '../contract/cache/cache'

/** Processing fewer tokens than this again costs less than a copy of the state. */
export const leastApartTokens = 64

/**
 * Numbers of leading tokens after which to take one, in order. The tokens [from, to) will be processed.
 * `last`: tokens of the newest checkpoint there is; 0: none.
 */
export function checkpointStops(spans: readonly CellSpan[], from: number, to: number, last: number): number[] {
  const stops: number[] = []
  let before = last
  for (const tokens of takenUpAt(spans, to)) {
    if (tokens <= from || tokens > to || tokens - before < leastApartTokens) continue
    stops.push(tokens)
    before = tokens
  }
  return stops
}

/** In order: the end of the system prompt, of the last answer, and of what is processed. */
function takenUpAt(spans: readonly CellSpan[], to: number): number[] {
  const system = spans.find(({ holds }) => holds === 'system')?.to
  const answer = spans.findLast(({ holds, to: end }) => holds === 'assistant' && end <= to)?.to
  return [...(system === undefined ? [] : [system]), ...(answer === undefined ? [] : [answer]), to]
}
