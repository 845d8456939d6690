/** Recordings are limited, because the number of attention weights grows with the square of the number of tokens. */
import { policies, sharedPolicies } from '../policies/all'
import type { PolicyName } from '../selection/policy'

export const policyNames: readonly PolicyName[] = policies.map(({ name }) => name)
/** Includes the policies whose heads share a budget. */
export const choosablePolicyNames: readonly PolicyName[] = [...policies, ...sharedPolicies].map(({ name }) => name)

/** Typical bugs in a home-grown engine. */
export const laneFaults = ['none', 'positions-restart', 'keeps-old-cells'] as const
export type LaneFault = (typeof laneFaults)[number]

export const recordingLimits = {
  questionCharacters: 4000,
  promptTokens: 352,
  answerTokens: 64,
  oldTokens: 64,
  budgetTokens: 512,
} as const
export const mostLaneTokens = recordingLimits.oldTokens + recordingLimits.promptTokens + recordingLimits.answerTokens

/** A policy runs after each chunk. */
export const promptChunkTokens = 16
export const nextCells = 16
