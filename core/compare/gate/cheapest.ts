/**
 * Finds the cheapest candidate within a limit: always measures the middle one of those that are still possible. Only a measured candidate
 * can be the result.
 */
import type { GateAnswer } from './judge'

export type CandidateAnswer = GateAnswer | 'failed'

export interface Candidates<T> {
  /** The cheapest candidate comes first. */
  readonly all: readonly T[]
  /** In any unit. */
  readonly costOf: (candidate: T) => number
  /** True if `candidate` cannot be better than `other`, for example because neither K nor V has more bits. */
  readonly isNoBetter: (candidate: T, other: T) => boolean
  /** Returns undefined if the candidate has not been measured yet. */
  readonly answerOf: (candidate: T) => CandidateAnswer | undefined
}

/** Returns undefined if no candidate is within the limit. */
export const cheapestWithin = <T>({ all, costOf, answerOf }: Candidates<T>): T | undefined =>
  all.reduce<T | undefined>(
    (best, candidate) => (answerOf(candidate) === 'within' && (best === undefined || costOf(candidate) < costOf(best)) ? candidate : best),
    undefined,
  )

/** Returns undefined if the search has ended. */
export function nextCandidate<T>(candidates: Candidates<T>): T | undefined {
  const open = openCandidates(candidates)
  return open[Math.floor((open.length - 1) / 2)]
}

export function openCandidates<T>(candidates: Candidates<T>): readonly T[] {
  const { all, costOf, isNoBetter, answerOf } = candidates
  const best = cheapestWithin(candidates)
  const rejected = all.filter((candidate) => answerOf(candidate) === 'beyond' || answerOf(candidate) === 'unclear')
  return all.filter(
    (candidate) =>
      answerOf(candidate) === undefined &&
      (best === undefined || costOf(candidate) < costOf(best)) &&
      !rejected.some((other) => isNoBetter(candidate, other)),
  )
}
