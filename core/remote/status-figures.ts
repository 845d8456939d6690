/** The figures of a server's state. */
export const statusFigureNames = [
  'occupancy',
  'usedTokens',
  'totalTokens',
  'running',
  'waiting',
  'prefixHits',
  'preemptions',
  'generatedPerSecond',
] as const
export type StatusFigureName = (typeof statusFigureNames)[number]
