/** The settings of the experiments, which the texts about the experiments show. */

/** See ../paged/request-trace.ts. */
export const busyServer = { poolTokens: 1 << 16, contextTokens: 2048, steps: 4000 }

export const heldOut = { documents: 4, passkeys: 20, passkeyPromptTokens: 256 }

export const naivePrompt = 'Tell me a tiny story.'

/** The attention of DeepSeek-V3. */
export const attentionShape = { layers: 61, heads: 128, headDim: 128, latent: 512, ropeDim: 64 }

/** The experiment `policies` skips a task whose score with the full cache is below `leastFullScore`. */
export const policiesSetup = {
  textTokens: 320,
  chunkTokens: 16,
  /** A pass starts when a layer's heads exceed the budget by more than this many cells on average. */
  slackTokens: 16,
  prompts: 32,
  promptTokens: 256,
  answerTokens: 30,
  leastFullScore: 0.5,
  /** Cells per head. */
  budgets: [48, 96, 192],
  variableHops: 2,
  commonWords: 3,
}

/** `windows`: lengths of SnapKV's observation window, in queries. */
export const observationSetup = { windows: [1, 2, 4, 8, 16, 32, 64], budgetTokens: 96, prompts: 40, answerTokens: 30 }

/** Measures the attention that the top `share` of the cells gets. */
export const attentionMassSetup = { textTokens: 320, queries: 64, share: 0.2 }

export const kvTypesSetup = { textTokens: 640, passkeys: heldOut.passkeys / 2 }

export const compactionSetup = { promptTokens: 256, decodedTokens: 256, budgetTokens: 128, blockTokens: 16 }

export const sharingSetup = { conversations: 40, turns: 6, systemTokens: 120 }

/** The text length is a multiple of every block size. */
export const wallsSetup = {
  promptTokens: 240,
  decodedTokens: 272,
  budgets: [96],
  /** A pass starts when the cache exceeds the budget by more than this many cells. */
  slackTokens: 32,
  blockTokens: [1, 4, 16, 64, 256],
  passkeys: heldOut.passkeys / 4,
}

/** Budgets are multiples of `stepTokens`. */
export const gateSetup = {
  documents: 2,
  textTokens: 320,
  stepTokens: 16,
  mostTokens: 256,
  mostPerplexityLoss: 1,
  passkeys: heldOut.passkeys / 2,
}
