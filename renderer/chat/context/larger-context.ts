/** For the answer and the chat template. */
const roomTokens = 512
const stepTokens = 1024

/** The context to offer for a conversation of `usedTokens`. null if the model was not trained for that many. `trainedTokens` is 0 if unknown. */
export function largerContext(usedTokens: number, trainedTokens: number): number | null {
  if (trainedTokens > 0 && usedTokens > trainedTokens) return null
  const wanted = Math.ceil((usedTokens + roomTokens) / stepTokens) * stepTokens
  return trainedTokens > 0 ? Math.min(wanted, trainedTokens) : wanted
}
