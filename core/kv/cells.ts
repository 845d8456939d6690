/**
 * From the context a user asks for to the cells that llama.cpp allocates for it.
 *
 * Source: `llama_context` in src/llama-context.cpp (llama.cpp v0.4.0) and `LlamaContext._create` in
 * node-llama-cpp 3.21.1, which multiplies by the sequences and rounds before it hands the number on.
 */

/** llama.cpp rounds every context up to a multiple of this. */
export const cellPadding = 256

export const padCells = (cells: number): number => Math.ceil(cells / cellPadding) * cellPadding

/** What node-llama-cpp makes of the tokens per sequence: rounded up where that stays below the trained context. */
export function contextTokensInUse(contextTokens: number, trainedTokens: number): number {
  const wanted = Math.max(2, contextTokens)
  const padded = padCells(wanted)
  return wanted <= trainedTokens && padded < trainedTokens ? padded : wanted
}

/** Cells that each sequence gets in a full cache; all sequences have their own (kv_unified is false). */
export function cellsPerSequence(contextTokens: number, sequences: number, trainedTokens: number): number {
  const total = padCells(contextTokensInUse(contextTokens, trainedTokens) * sequences)
  return padCells(Math.floor(total / sequences))
}
