/** A recording keeps every weight of every head, so it grows with the square of the tokens. */
import { policies } from '../policies/all'
import type { PolicyName } from '../selection/policy'

export const policyNames: readonly PolicyName[] = policies.map(({ name }) => name)

/** Typical bugs of a self-written engine, to switch on and observe. */
export const laneFaults = ['none', 'positions-restart', 'keeps-old-cells'] as const
export type LaneFault = (typeof laneFaults)[number]

export const recordingLimits = {
  questionCharacters: 4000,
  promptTokens: 352,
  answerTokens: 64,
  /** Of the previous conversation, if its cells are kept. */
  oldTokens: 64,
  budgetTokens: 512,
} as const
/** Previous conversation, prompt and answer. */
export const mostLaneTokens = recordingLimits.oldTokens + recordingLimits.promptTokens + recordingLimits.answerTokens

/** Prompt tokens per step; a policy runs after each step. */
export const promptChunkTokens = 16
/** How many cells `nextVictims` is asked for. */
export const nextCells = 16
