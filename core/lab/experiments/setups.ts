/** For the code and for the texts that describe it. */

/** See ../paged/request-trace.ts. */
export const busyServer = { poolTokens: 1 << 16, contextTokens: 2048, steps: 4000 }

/** lab/texts/heldout.json */
export const heldOut = { documents: 4, passkeys: 20, passkeyPromptTokens: 256 }

export const naivePrompt = 'Tell me a tiny story.'

/** DeepSeek-V3: latent 512 + 64. */
export const attentionShape = { layers: 61, heads: 128, headDim: 128, latent: 512, ropeDim: 64 }

/** `prompts`: of each task, `promptTokens` long. A task that the full cache solves less often is not asked of the policies. */
export const policiesSetup = {
  textTokens: 320,
  chunkTokens: 16,
  prompts: 32,
  promptTokens: 256,
  answerTokens: 30,
  leastFullScore: 0.5,
  variableHops: 2,
  commonWords: 3,
}

/** SnapKV's: windows of queries at one budget. */
export const observationSetup = { windows: [1, 2, 4, 8, 16, 32, 64], budgetTokens: 96, prompts: 40, answerTokens: 30 }

/** The last queries of each text; `share` of the cells. */
export const attentionMassSetup = { textTokens: 320, queries: 64, share: 0.2 }

/** Half of the passkeys: two per depth. */
export const kvTypesSetup = { textTokens: 640, passkeys: heldOut.passkeys / 2 }

export const compactionSetup = { promptTokens: 256, decodedTokens: 256, budgetTokens: 128, blockTokens: 16 }

/** All begin with the same system prompt. */
export const sharingSetup = { conversations: 40, turns: 6, systemTokens: 120 }

/** Both walls. The text is a multiple of every block, so that a partly filled last block never counts. */
export const wallsSetup = {
  promptTokens: 240,
  decodedTokens: 272,
  budgets: [96],
  /** Cells above the budget that start a pass. */
  slackTokens: 32,
  blockTokens: [1, 4, 16, 64, 256],
  passkeys: heldOut.passkeys / 4,
}

/** The smallest budget that loses little. Budgets are multiples of `stepTokens`. */
export const gateSetup = {
  documents: 2,
  textTokens: 320,
  stepTokens: 16,
  mostTokens: 256,
  mostPerplexityLoss: 1,
  passkeys: heldOut.passkeys / 2,
}
