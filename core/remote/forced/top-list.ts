import type { ListedToken, TopTokens } from '../../compare/statistics/top-k-divergence'
import { countOf } from '../json-fields'

/** What a server says about the next token. */
export interface ForcedList {
  readonly top: TopTokens
  /** Log probability of the token that follows in the text. null if the server does not give it. */
  readonly actual: number | null
}

/** `improbable`: no distribution has such probabilities. */
export type ListProblem = 'other-shape' | 'improbable'

export interface ReportedToken {
  readonly token: unknown
  readonly logprob: unknown
}

/** The sum of 32-bit probabilities can be this much above 1. */
const sumTolerance = 1e-3

/**
 * Servers write a probability of 0 as the logarithm -9999 (vLLM) or -3.4e38 (llama-server). Such tokens are left out: their probability is
 * only known to be too small for the server's numbers.
 */
export function topListFrom(reported: readonly ReportedToken[], topK: number): TopTokens | ListProblem {
  if (reported.length === 0 || reported.length > topK) return 'other-shape'
  const listed: ListedToken[] = []
  for (const { token, logprob } of reported) {
    const id = countOf(token)
    if (id === null || typeof logprob !== 'number' || Number.isNaN(logprob)) return 'other-shape'
    if (logprob > 0) return 'improbable'
    if (Math.exp(logprob) > 0) listed.push({ token: id, logprob })
  }
  if (new Set(listed.map(({ token }) => token)).size < listed.length) return 'other-shape'
  const sum = listed.reduce((total, { logprob }) => total + Math.exp(logprob), 0)
  if (sum > 1 + sumTolerance || listed.length === 0) return 'improbable'
  return listed.sort((left, right) => right.logprob - left.logprob)
}

/** null if the value is not the logarithm of a probability above 0. */
export const logprobOf = (value: unknown): number | null => (typeof value === 'number' && value <= 0 && Math.exp(value) > 0 ? value : null)
