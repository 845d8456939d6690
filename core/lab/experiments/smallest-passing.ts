/** Bisection: assumes that a candidate above one that passes passes too. */
export interface Searched<Measured> {
  /** The smallest candidate that passes; null if none does. */
  readonly passing: { readonly candidate: number; readonly measured: Measured } | null
  /** The largest one below it that was measured; null if there is none. */
  readonly failing: { readonly candidate: number; readonly measured: Measured } | null
  readonly tried: number
}

/** `candidates`: ascending. */
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

/** What a policy loses against the full cache; `error` is one standard error. Both in percent. */
export interface Loss {
  readonly loss: number
  readonly error: number
}

/** Only a loss that is within the limit with its error passes. */
export const isWithin = ({ loss, error }: Loss, mostLoss: number): boolean => loss + error <= mostLoss
