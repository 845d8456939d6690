import { maxPooled, meanOfRows } from './choose'
import type { HeadCells } from './policy'

/** The authors use 32; the Lab's budgets are smaller. */
export const observedQueries = 16
/** The widest window in the experiment `observation-window`. */
export const widestWindow = 64
/** A kernel of 7. */
export const poolRadius = 3

/** (cells - queries): max-pooled over the prefix only, so that scores in the window do not raise their neighbors. */
export const prefixScores = ({ windowAttention, positions: { length } }: HeadCells, queries: number = observedQueries): Float64Array =>
  maxPooled(meanOfRows(windowAttention.slice(-queries), length).subarray(0, Math.max(0, length - queries)), poolRadius)
