/** Prefix hits in percent, measured by `both-walls` with the embedded model: docs/lab-walls.md. */
export const measuredHits = { policy: 'h2o', budgetTokens: 96, blockTokens: 16, none: 100, holeFill: 0, repack: 0 } as const
