/** Rows of K that one layer computes for an answer; as many of V. */
export function kvRows(promptTokens: number, outputTokens: number): { readonly naive: number; readonly cached: number } {
  // Step i processes the prompt and i tokens of the answer.
  return {
    naive: outputTokens * promptTokens + (outputTokens * (outputTokens - 1)) / 2,
    cached: promptTokens + outputTokens - 1,
  }
}
