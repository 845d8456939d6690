/**
 * What installed clients do with `Retry-After`: openai 6.30.1 and @anthropic-ai/sdk 1.14.0 wait exactly that long (`retryRequest` in
 * client.js), ai ignores 60 s and more (`ms < 60 * 1e3`), and LangChain gives up above 60 s (`RETRY_AFTER_AUTO_RETRY_THRESHOLD_MS`).
 */
const mostSeconds = 59

/** Estimates when `open` answers have ended, of which the engine generates `sequences` at the same time. */
export const retryAfterSeconds = (open: number, sequences: number, answerMs: number): number =>
  Math.min(mostSeconds, Math.max(1, Math.ceil((answerMs * (open - sequences + 1)) / sequences / 1000)))
