import { maxSequences } from './kv-types'

export interface NumberRange {
  readonly least: number
  readonly most: number
  readonly fractions?: boolean
}

export const kvRanges = {
  /** llama.cpp rounds n_ctx up to a multiple of 256. `most` is the largest multiple in an i32, the type of positions. */
  contextTokens: { least: 1, most: 2 ** 31 - 256 },
  sequences: { least: 1, most: maxSequences },
  batchTokens: { least: 1, most: 65_536 },
  checkpointMebibytes: { least: 0, most: 1_048_576 },
  threads: { least: 1, most: 1024 },
  gpuLayers: { least: 0, most: 10_000 },
} as const satisfies Record<string, NumberRange>

export const overflowRanges = {
  /** At least 1, because node-llama-cpp may evaluate all other tokens again if the first one is removed. */
  sinkTokens: { least: 1, most: 1_000_000 },
  recentTokens: { least: 1, most: 2 ** 31 - 256 },
} as const satisfies Record<string, NumberRange>

export const samplingRanges = {
  temperature: { least: 0, most: 5, fractions: true },
  topK: { least: 0, most: 1_000_000 },
  topP: { least: 0, most: 1, fractions: true },
  minP: { least: 0, most: 1, fractions: true },
  repeatPenalty: { least: 0.5, most: 3, fractions: true },
  repeatPenaltyTokens: { least: 0, most: 4096 },
  frequencyPenalty: { least: -2, most: 2, fractions: true },
  presencePenalty: { least: -2, most: 2, fractions: true },
  dryMultiplier: { least: 0, most: 10, fractions: true },
  /** llama.cpp turns DRY off below 1. */
  dryBase: { least: 1, most: 10, fractions: true },
  dryAllowedLength: { least: 1, most: 4096 },
  dryLastTokens: { least: 0, most: 1_000_000 },
  xtcProbability: { least: 0, most: 1, fractions: true },
  /** llama.cpp turns XTC off above 0.5. */
  xtcThreshold: { least: 0, most: 0.5, fractions: true },
  logitBias: { least: -100, most: 100, fractions: true },
  maxTokens: { least: 1, most: 1_000_000 },
  seed: { least: 0, most: 0xffff_ffff },
  draftMax: { least: 1, most: 64 },
  draftPMin: { least: 0, most: 1, fractions: true },
  reasoningBudgetTokens: { least: 0, most: 1_000_000 },
} as const satisfies Record<string, NumberRange>

export interface TextLimits {
  readonly texts: number
  /** The limit for each text. */
  readonly characters: number
}

export const textLimits = {
  logitBias: { texts: 256, characters: 256 },
  /** llama.cpp reads the first 40 bytes of each. */
  drySequenceBreakers: { texts: 32, characters: 40 },
  stopTexts: { texts: 16, characters: 256 },
} as const satisfies Record<string, TextLimits>

/** IDs of tokens are i32 in llama.cpp. */
export const largestTokenId = 2 ** 31 - 1

export const mostAnswers = 8

/** `auto` leaves it to the chat template. */
export const thinkingModes = ['auto', 'on', 'off'] as const
export type ThinkingMode = (typeof thinkingModes)[number]

/** A tool choice can also be the name of a tool. */
export const toolChoices = ['auto', 'none', 'required'] as const

export const grammarKinds = ['json-schema', 'gbnf'] as const
export type GrammarKind = (typeof grammarKinds)[number]
export const grammarCharacters = 65_536

export const speculations = ['off', 'prompt-lookup', 'draft-model'] as const
export type Speculation = (typeof speculations)[number]
