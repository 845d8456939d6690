import { lengthOf, type TracedRequest, tokenAt } from './traced-request'

/** Fewer equal tokens in a row could be a coincidence. */
export const runTokens = 8
const [base, modulus] = [1_000_003, 2 ** 32]

/**
 * Counts the tokens of the prompt in [from, to) that `earlier` also has, anywhere: those that are in a run of at least 8 tokens that it
 * has. So a line that changed costs only itself, and tools in another order are the same tools.
 */
export function alikeTokens(earlier: TracedRequest, { tokens }: Pick<TracedRequest, 'tokens'>, from: number, to: number): number {
  if (to - from < runTokens) return 0
  const known = new Set(runsOf((at) => tokenAt(earlier, at) as number, 0, lengthOf(earlier)))
  let alike = 0
  let counted = from
  let at = from
  for (const run of runsOf((index) => tokens[index] as number, from, to)) {
    if (known.has(run)) {
      alike += at + runTokens - Math.max(counted, at)
      counted = at + runTokens
    }
    at++
  }
  return alike
}

/** A rolling hash of every run, in order. */
function* runsOf(tokenOf: (at: number) => number, from: number, to: number): Generator<number> {
  let oldest = 1
  for (let step = 0; step < runTokens; step++) oldest = Math.imul(oldest, base)
  let hash = 0
  for (let at = from; at < to; at++) {
    hash = Math.imul(hash, base) + tokenOf(at) + 1
    if (at - from >= runTokens) hash -= Math.imul(oldest, tokenOf(at - runTokens) + 1)
    hash |= 0
    if (at - from >= runTokens - 1) yield hash + modulus
  }
}
