/**
 * What SnapKV and its relatives go by: a few queries, those of the newest tokens, are asked what they look at. One eager pass
 * over the window is cheap, so wall 1 is met with a few rows and not at every token; what the window happens not to look at is gone.
 */
import { maxPooled, meanOfRows } from './choose'
import type { HeadCells } from './policy'

/** Queries that are asked; their own tokens always stay. The authors ask 32; the Lab's budgets are smaller than theirs. */
export const observedQueries = 16
/** Neighbours to each side that come with a cell: a kernel of 7. */
export const poolRadius = 3

/**
 * (cells - observedQueries): the largest mean attention from the window around each cell. Only what stands before the window is pooled:
 * the window's own cells stay anyway, and what they draw must not lift their neighbours.
 */
export const prefixScores = ({ windowAttention, positions: { length } }: HeadCells): Float64Array =>
  maxPooled(meanOfRows(windowAttention.slice(-observedQueries), length).subarray(0, Math.max(0, length - observedQueries)), poolRadius)
