import { maxPooled, meanOfRows } from './choose'
import type { HeadCells } from './policy'

/** The authors use 32; the Lab's budgets are smaller. */
export const observedQueries = 16
/** A kernel of 7. */
export const poolRadius = 3

/** (cells - observedQueries): max-pooled without the window, which must not lift its neighbors. */
export const prefixScores = ({ windowAttention, positions: { length } }: HeadCells): Float64Array =>
  maxPooled(meanOfRows(windowAttention.slice(-observedQueries), length).subarray(0, Math.max(0, length - observedQueries)), poolRadius)
