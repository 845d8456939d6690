/** One line of the result: what was measured, ours, what it is compared with, and their ratio round by round. */
import { meanAndDeviation, median } from '../../core/stats/percentile'

export interface Amount {
  readonly mean: number
  /** Sample standard deviation over the rounds; null for what does not vary. */
  readonly deviation: number | null
  readonly unit: 'tok/s' | 'ms' | 'MiB' | 'MB/s' | 'tokens'
  /** What it is an amount of, where the line's name does not say: `p99`. */
  readonly of?: string
}

/** Ratios of one round each. The machine drifts from round to round, so only the two of one round compare. */
export interface Ratio {
  readonly median: number
  readonly lowest: number
  readonly highest: number
}

export interface Aim {
  readonly limit: 'at least' | 'at most'
  readonly ratio: number
}

export interface Row {
  readonly what: string
  /** null in a line that only says what is missing. */
  readonly ours: Amount | null
  readonly theirs: Amount | null
  readonly ratio: Ratio | null
  /** null: the line explains others and has no aim of its own. */
  readonly aim: Aim | null
  /** Why something is missing, or what has to be known to read the line. */
  readonly note: string | null
}

export const atLeast = (ratio: number): Aim => ({ limit: 'at least', ratio })
export const atMost = (ratio: number): Aim => ({ limit: 'at most', ratio })

/** null: nothing to judge. */
export function isMet({ ratio, aim }: Row): boolean | null {
  if (!ratio || !aim) return null
  return aim.limit === 'at least' ? ratio.median >= aim.ratio : ratio.median <= aim.ratio
}

export const missing = (what: string, note: string): Row => ({ what, ours: null, theirs: null, ratio: null, aim: null, note })

export function amount(values: readonly number[], unit: Amount['unit'], of?: string): Amount {
  return { ...meanAndDeviation(values), unit, ...(of === undefined ? {} : { of }) }
}

/** `ours[i]` and `theirs[i]` come from round i. */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Ratio {
  if (ours.length === 0 || ours.length !== theirs.length)
    throw new Error(`Expected as many of ours as of theirs, at least one; got ${ours.length} and ${theirs.length}`)
  const ratios = ours.map((value, round) => value / (theirs[round] as number))
  return { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) }
}
