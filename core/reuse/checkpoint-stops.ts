/**
 * Checkpoints (│) from which a conversation is likely to continue:
 *
 *   system │ question · answer · question · answer │ question │
 *          a new first question      an edited question      another answer
 *
 * Another checkpoint is taken after the answer.
 */
import type { CellSpan } from '../contract/cache/cache'

/** Processing fewer tokens again costs less than copying the state. */
export const leastApartTokens = 64

/**
 * Returns token counts, ascending, for a prefill of tokens [from, to). `last` is the newest checkpoint's token count, or 0.
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

function resumePoints(spans: readonly CellSpan[], to: number): number[] {
  const system = spans.find(({ holds }) => holds === 'system')?.to
  const answer = spans.findLast(({ holds, to: end }) => holds === 'assistant' && end <= to)?.to
  return [...(system === undefined ? [] : [system]), ...(answer === undefined ? [] : [answer]), to]
}
