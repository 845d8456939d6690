/**
 * The observation window of SnapKV and its relatives: the attention of the newest tokens' queries. It needs a few eager rows instead of
 * every weight (wall 1), but loses whatever the window does not attend to.
 */
import { maxPooled, meanOfRows } from './choose'
import type { HeadCells } from './policy'

/** Queries in the window; their own tokens always stay. The authors use 32; the Lab's budgets are smaller. */
export const observedQueries = 16
/** Neighbors to each side: a kernel of 7. */
export const poolRadius = 3

/**
 * (cells - observedQueries): the window's mean attention, max-pooled over the cells before the window only: the window's cells stay anyway,
 * and their attention must not lift their neighbors.
 */
export const prefixScores = ({ windowAttention, positions: { length } }: HeadCells): Float64Array =>
  maxPooled(meanOfRows(windowAttention.slice(-observedQueries), length).subarray(0, Math.max(0, length - observedQueries)), poolRadius)
