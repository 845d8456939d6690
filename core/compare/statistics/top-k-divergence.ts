/**
 * Compares two distributions of the next token of which only the most likely tokens are known.
 *
 * The tokens that are in both lists have their own terms; all others are one term, which has the rest of both probabilities. Merging
 * outcomes can only lower a KL divergence (the log sum inequality: T. M. Cover and J. A. Thomas, "Elements of Information Theory", 2nd
 * edition, section 2.7), so the result is a lower bound, and it grows with the lists. There is no upper bound: a token that a list
 * lacks may have any probability down to 0, and with it the divergence may have any size.
 */

export interface ListedToken {
  readonly token: number
  /** Natural logarithm of its probability. */
  readonly logprob: number
}

/** Most likely token first. */
export type TopTokens = readonly ListedToken[]

export interface TopKScore {
  /** At most KL(reference || other), in nats. */
  readonly divergence: number
  /** The reference's probability of the tokens in both lists. */
  readonly covered: number
  readonly sameTop: boolean
  /**
   * Mean |Δ ln p| over the tokens in either list, in nats. A token that a list lacks has at most the smallest probability in it, so its term
   * is a lower bound.
   */
  readonly logprobChange: number
}

/** Servers sum in 32 bits, so a rest below this is rounding. Adding it to the other server's rest can only lower the bound. */
const restError = 1e-6

/** Both lists need a token. */
export function topKScore(reference: TopTokens, other: TopTokens): TopKScore {
  const known = new Map(other.map(({ token, logprob }) => [token, logprob]))
  const leastOther = leastOf(other)
  let [divergence, covered, otherCovered, changes, tokens] = [0, 0, 0, 0, 0]
  for (const { token, logprob } of reference) {
    const otherLogprob = known.get(token)
    known.delete(token)
    tokens++
    changes += otherLogprob === undefined ? Math.max(0, logprob - leastOther) : Math.abs(logprob - otherLogprob)
    if (otherLogprob === undefined) continue
    const probability = Math.exp(logprob)
    covered += probability
    otherCovered += Math.exp(otherLogprob)
    divergence += probability * (logprob - otherLogprob)
  }
  const leastReference = leastOf(reference)
  for (const logprob of known.values()) changes += Math.max(0, logprob - leastReference)
  const rest = Math.max(0, 1 - covered)
  if (rest > 0) divergence += rest * Math.log(rest / (Math.max(0, 1 - otherCovered) + restError))
  return {
    divergence: Math.max(0, divergence),
    covered: Math.min(1, covered),
    sameTop: reference[0]?.token === other[0]?.token,
    logprobChange: changes / (tokens + known.size),
  }
}

const leastOf = (tokens: TopTokens): number => tokens.at(-1)?.logprob ?? 0
