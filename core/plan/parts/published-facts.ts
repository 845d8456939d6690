/** Llama 3.1 8B, about which published formulas say how much memory a prompt's intermediate results take. */
export const activationFacts = { tokens: 8192, embeddingDim: 4096, vocabulary: 128_256, microBatchTokens: 512 }

const { tokens, embeddingDim, vocabulary, microBatchTokens } = activationFacts
/** The published formula, at f16. */
export const claimedActivationBytes = tokens * embeddingDim * 2
/** The logits and two rows, in f32: see `outputElements` in ./compute-shape.ts. */
export const reservedActivationBytes = microBatchTokens * (vocabulary + 2 * embeddingDim) * 4
