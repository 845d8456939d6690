/** How much a recording holds: every weight of every head is kept, so it grows with the square of the tokens. */
import { policies } from '../policies/all'

export const policyNames: readonly string[] = policies.map(({ name }) => name)

/** Mistakes that every own engine makes once, to be switched on and looked at. */
export const laneFaults = ['none', 'positions-restart', 'keeps-old-cells'] as const
export type LaneFault = (typeof laneFaults)[number]

export const recordingLimits = {
  questionCharacters: 4000,
  promptTokens: 352,
  answerTokens: 64,
  /** Of the conversation before, where its cells are kept. */
  oldTokens: 64,
  budgetTokens: 512,
} as const
/** Of one lane: the conversation before, the prompt and the answer. */
export const mostLaneTokens = recordingLimits.oldTokens + recordingLimits.promptTokens + recordingLimits.answerTokens

/** Tokens of the prompt that are processed at once; a policy works after each such step. */
export const promptChunkTokens = 16
/** How many cells are asked for when it is asked what would go next. */
export const nextCells = 16
