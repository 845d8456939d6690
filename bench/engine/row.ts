import { meanAndDeviation, median } from '../../core/stats/percentile'

export interface Amount {
  readonly mean: number
  /** Sample standard deviation across the rounds. */
  readonly deviation: number | null
  readonly unit: 'tok/s' | 'ms' | 'MiB' | 'MB/s' | 'tokens'
  readonly of?: string
}

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
  readonly ours: Amount | null
  readonly theirs: Amount | null
  readonly ratio: Ratio | null
  /** null if the row is only for information. */
  readonly aim: Aim | null
  readonly note: string | null
}

export const atLeast = (ratio: number): Aim => ({ limit: 'at least', ratio })
export const atMost = (ratio: number): Aim => ({ limit: 'at most', ratio })

export function isMet({ ratio, aim }: Row): boolean | null {
  if (!ratio || !aim) return null
  return aim.limit === 'at least' ? ratio.median >= aim.ratio : ratio.median <= aim.ratio
}

export const missing = (what: string, note: string): Row => ({ what, ours: null, theirs: null, ratio: null, aim: null, note })

export function amount(values: readonly number[], unit: Amount['unit'], of?: string): Amount {
  return { ...meanAndDeviation(values), unit, ...(of === undefined ? {} : { of }) }
}

export function ratioOf(ours: readonly number[], theirs: readonly number[]): Ratio {
  if (ours.length === 0 || ours.length !== theirs.length)
    throw new Error(
      `Expected as many measurements of Headroom as of the other program, and at least one; got ${ours.length} and ${theirs.length}`,
    )
  const ratios = ours.map((value, round) => value / (theirs[round] as number))
  return { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) }
}
