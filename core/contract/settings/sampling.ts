/** How the next token is picked, with llama.cpp's names and defaults where it has them. */
import { z } from 'zod'
import { type NumberRange, samplingRanges, speculations } from './setting-ranges'

const within = ({ least, most, fractions = false }: NumberRange) => (fractions ? z.number() : z.int()).min(least).max(most)

export const samplingSettings = z.object({
  /** 0 takes the most likely token every time. */
  temperature: within(samplingRanges.temperature),
  /** Keep the k most likely tokens; 0 keeps all. */
  topK: within(samplingRanges.topK),
  /** Keep the most likely tokens that together reach this probability; 1 keeps all. */
  topP: within(samplingRanges.topP),
  /** Drop tokens less likely than this share of the most likely one; 0 drops none. */
  minP: within(samplingRanges.minP),
  /** Divides the chance of tokens seen in the last `repeatPenaltyTokens`; 1 is off. */
  repeatPenalty: within(samplingRanges.repeatPenalty),
  repeatPenaltyTokens: z.int().min(0).max(4096),
  frequencyPenalty: z.number().min(0).max(2),
  presencePenalty: z.number().min(0).max(2),
  /** The same seed, prompt and settings give the same answer; null takes a new seed each time. */
  seed: within(samplingRanges.seed).nullable(),
  /** Tokens after which the answer stops; null: until the model ends or the context is full. */
  maxTokens: within(samplingRanges.maxTokens).nullable(),
  /** The answer stops before the first of these texts. */
  stopTexts: z.array(z.string().min(1).max(256)).max(16),
  /**
   * Evaluates a draft of what may come, along with the next token, and keeps what the model would have picked. `prompt-lookup`: what came after
   * the same tokens before; `draft-model`: what a smaller model writes. Not done in a conversation that goes on when its context is full: what
   * is drafted ahead is in cells that would be moved from under it.
   */
  speculation: z.enum(speculations),
  /** The library's id of the model that drafts (llama.cpp's --model-draft); null: none was chosen. It stays while speculation is off. */
  draftModelId: z.string().nullable(),
  /** The draft model writes at most so many tokens at once (--spec-draft-n-max). */
  draftMax: within(samplingRanges.draftMax),
  /** A draft ends before the first token that the draft model itself finds less likely than this (--spec-draft-p-min). */
  draftPMin: within(samplingRanges.draftPMin),
  /** Never let the model end by itself (llama.cpp's --ignore-eos): for measurements. */
  ignoreEndOfText: z.boolean(),
})
export type SamplingSettings = z.infer<typeof samplingSettings>

/**
 * Source of the defaults: `common_params_sampling` in common/common.h, llama.cpp v0.4.0. But for drafts: there they are 3 tokens and 0; here the
 * meter finds the length (core/speculation), and a draft that is unsure costs an evaluation of the draft model for nothing.
 */
export const defaultSampling: SamplingSettings = {
  temperature: 0.8,
  topK: 40,
  topP: 0.95,
  minP: 0.05,
  repeatPenalty: 1,
  repeatPenaltyTokens: 64,
  frequencyPenalty: 0,
  presencePenalty: 0,
  seed: null,
  maxTokens: null,
  stopTexts: [],
  speculation: 'off',
  draftModelId: null,
  draftMax: 16,
  draftPMin: 0.75,
  ignoreEndOfText: false,
}
