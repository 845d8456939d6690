/**
 * The points from which a conversation is likely to continue.
 *
 *   system │ question · answer · question · answer │ question │      │: a checkpoint
 *          a new first question      an edited question      another answer
 *
 * Another one is taken after the answer, so that it does not delay the first token.
 */
import type { CellSpan } from '../contract/cache/cache'

/** Processing fewer again is cheaper than a copy of the state. */
export const leastApartTokens = 64

/** Token counts, ascending. [from, to) will be processed. `last`: of the newest existing checkpoint; 0: none. */
export function checkpointStops(spans: readonly CellSpan[], from: number, to: number, last: number): number[] {
  const stops: number[] = []
  let before = last
  for (const tokens of resumePoints(spans, to)) {
    if (tokens <= from || tokens > to || tokens - before < leastApartTokens) continue
    stops.push(tokens)
    before = tokens
  }
  return stops
}

/** Ascending. */
function resumePoints(spans: readonly CellSpan[], to: number): number[] {
  const system = spans.find(({ holds }) => holds === 'system')?.to
  const answer = spans.findLast(({ holds, to: end }) => holds === 'assistant' && end <= to)?.to
  return [...(system === undefined ? [] : [system]), ...(answer === undefined ? [] : [answer]), to]
}
