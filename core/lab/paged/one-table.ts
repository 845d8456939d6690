/**
 * Engines such as vLLM give a sequence one table of blocks for all layers and heads: a block is free when no head of any layer has a cell in
 * it. Policies that choose per head leave cells at different places in each head.
 */

/** Without compaction a token stays in the slot of its position. `positions`: of the cells, per head. */
export const scatteredBlocks = (positions: readonly (readonly number[])[], blockTokens: number): number =>
  new Set(positions.flatMap((ofHead) => ofHead.map((position) => Math.floor(position / blockTokens)))).size

/** Compacted heads begin at slot 0, so the longest one decides. `blocks`: per head. */
export const compactedBlocks = (blocks: readonly number[]): number => Math.max(...blocks)
