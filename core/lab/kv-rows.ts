/** Rows of K (as many of V) of one layer that are computed to write an answer: one per token of each step. */
export function kvRows(promptTokens: number, outputTokens: number): { readonly naive: number; readonly cached: number } {
  // Without a cache, step i reads the prompt and the i tokens written so far.
  return {
    naive: outputTokens * promptTokens + (outputTokens * (outputTokens - 1)) / 2,
    cached: promptTokens + outputTokens - 1,
  }
}
