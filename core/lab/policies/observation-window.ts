/**
 * What SnapKV and its relatives go by: a few queries, those of the newest tokens, are asked what they look at. One eager pass
 * over the window is cheap, so wall 1 is met with a few rows and not at every token; what the window happens not to look at is gone.
 */
import { maxPooled, meanOfRows } from './choose'
import type { HeadCells } from './policy'

/** Queries that are asked; their own tokens always stay. */
export const observedQueries = 16
/** Neighbours to each side that come with a cell: a kernel of 7. */
const poolRadius = 3

/** (cells): the largest mean attention from the window around each cell. */
export const windowScores = ({ windowAttention, positions }: HeadCells): Float64Array =>
  maxPooled(meanOfRows(windowAttention.slice(-observedQueries), positions.length), poolRadius)
