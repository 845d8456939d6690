/** Sampling settings, with llama.cpp's names and defaults where it has them. */
import { z } from 'zod'
import { type NumberRange, samplingRanges, speculations } from './setting-ranges'

const within = ({ least, most, fractions = false }: NumberRange) => (fractions ? z.number() : z.int()).min(least).max(most)

export const samplingSettings = z.object({
  /** 0 always takes the most likely token. */
  temperature: within(samplingRanges.temperature),
  /** Keep the k most likely tokens; 0 keeps all. */
  topK: within(samplingRanges.topK),
  /** Keep the most likely tokens that together reach this probability; 1 keeps all. */
  topP: within(samplingRanges.topP),
  /** Drop tokens less likely than this share of the most likely one; 0 drops none. */
  minP: within(samplingRanges.minP),
  /** Penalty for tokens seen in the last `repeatPenaltyTokens`; 1 is off. */
  repeatPenalty: within(samplingRanges.repeatPenalty),
  repeatPenaltyTokens: z.int().min(0).max(4096),
  frequencyPenalty: z.number().min(0).max(2),
  presencePenalty: z.number().min(0).max(2),
  /** The same seed, prompt and settings give the same answer; null: a new seed each time. */
  seed: within(samplingRanges.seed).nullable(),
  /** Maximum length of the answer; null: until the model ends or the context is full. */
  maxTokens: within(samplingRanges.maxTokens).nullable(),
  /** The answer stops before the first of these texts. */
  stopTexts: z.array(z.string().min(1).max(256)).max(16),
  /**
   * Evaluates drafted tokens with the next token and keeps those the model would have sampled. `prompt-lookup` drafts what followed the
   * same tokens earlier. Off unless the overflow policy is `stop`: the others would move the cells under a draft.
   */
  speculation: z.enum(speculations),
  /** Library id of the draft model (llama.cpp's --model-draft); null: none chosen. Kept while speculation is off. */
  draftModelId: z.string().nullable(),
  /** Maximum tokens per draft (--spec-draft-n-max). */
  draftMax: within(samplingRanges.draftMax),
  /** A draft ends before the first token that the draft model finds less likely than this (--spec-draft-p-min). */
  draftPMin: within(samplingRanges.draftPMin),
  /** Keep the model from ending the answer (llama.cpp's --ignore-eos): for measurements. */
  ignoreEndOfText: z.boolean(),
})
export type SamplingSettings = z.infer<typeof samplingSettings>

/**
 * Source: `common_params_sampling` in common/common.h, llama.cpp v0.4.0. Its draft defaults are 3 tokens and 0. Here the speculation meter
 * finds the length (core/speculation), and an unsure draft would waste an evaluation of the draft model.
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
