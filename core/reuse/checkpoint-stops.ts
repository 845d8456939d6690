/**
 * Where the prefill takes checkpoints: the points from which a conversation is likely to continue.
 *
 *   system │ question · answer · question · answer │ question │      │: a checkpoint
 *          a new first question      an edited question      another answer
 *
 * Another one is taken after the answer, so that it does not delay the first token.
 */
import type { CellSpan } from '../contract/cache/cache'

/** Processing fewer tokens than this again is cheaper than a copy of the state. */
export const leastApartTokens = 64

/**
 * Returns the token counts at which to take one, ascending. The tokens [from, to) will be processed. `last`: tokens of the newest existing
 * checkpoint; 0: none.
 */
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

/** Ascending: the end of the system prompt, of the last answer, and of the tokens to process. */
function resumePoints(spans: readonly CellSpan[], to: number): number[] {
  const system = spans.find(({ holds }) => holds === 'system')?.to
  const answer = spans.findLast(({ holds, to: end }) => holds === 'assistant' && end <= to)?.to
  return [...(system === undefined ? [] : [system]), ...(answer === undefined ? [] : [answer]), to]
}
