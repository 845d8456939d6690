/** Rows of K that one layer computes for an answer; V has as many. */
export function kvRows(promptTokens: number, outputTokens: number): { readonly naive: number; readonly cached: number } {
  // Without a cache, step i processes the prompt and i tokens of the answer.
  return {
    naive: outputTokens * promptTokens + (outputTokens * (outputTokens - 1)) / 2,
    cached: promptTokens + outputTokens - 1,
  }
}
