export interface Searched<Measured> {
  /** The smallest candidate that passes. */
  readonly passing: { readonly candidate: number; readonly measured: Measured } | null
  /** The largest measured candidate that fails. */
  readonly failing: { readonly candidate: number; readonly measured: Measured } | null
  readonly tried: number
}

/** Bisects `candidates`, which are ascending. Assumes that every candidate above a passing one also passes. */
export function smallestPassing<Measured>(
  candidates: readonly number[],
  measure: (candidate: number) => Measured,
  passes: (measured: Measured) => boolean,
): Searched<Measured> {
  let passing: Searched<Measured>['passing'] = null
  let failing: Searched<Measured>['failing'] = null
  let tried = 0
  let [first, end] = [0, candidates.length]
  while (first < end) {
    const middle = Math.floor((first + end) / 2)
    const candidate = candidates[middle] as number
    const measured = measure(candidate)
    tried++
    if (passes(measured)) {
      passing = { candidate, measured }
      end = middle
    } else {
      failing = { candidate, measured }
      first = middle + 1
    }
  }
  return { passing, failing, tried }
}

export interface Loss {
  readonly loss: number
  readonly error: number
}

export const isWithin = ({ loss, error }: Loss, mostLoss: number): boolean => loss + error <= mostLoss
