import type { HeadCells } from '../policy'

export const headCells = (count: number, known: Partial<HeadCells> = {}): HeadCells => ({
  positions: Array.from({ length: count }, (_, i) => i),
  cumulativeAttention: new Float64Array(count),
  timesBelowAverage: new Float64Array(count),
  windowAttention: [],
  windowScores: [],
  keys: null,
  values: null,
  queries: null,
  reconstruction: null,
  geometry: null,
  ...known,
})
