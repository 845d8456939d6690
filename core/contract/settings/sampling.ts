/** llama.cpp's names and defaults where it has them. */
import { z } from 'zod'
import { type NumberRange, samplingRanges, speculations } from './setting-ranges'

const within = ({ least, most, fractions = false }: NumberRange) => (fractions ? z.number() : z.int()).min(least).max(most)

export const samplingSettings = z.object({
  /** 0: the most likely token. */
  temperature: within(samplingRanges.temperature),
  /** 0 keeps all. */
  topK: within(samplingRanges.topK),
  /** 1 keeps all. */
  topP: within(samplingRanges.topP),
  /** Share of the most likely token's probability; 0 drops none. */
  minP: within(samplingRanges.minP),
  /** 1 is off. */
  repeatPenalty: within(samplingRanges.repeatPenalty),
  repeatPenaltyTokens: z.int().min(0).max(4096),
  frequencyPenalty: z.number().min(0).max(2),
  presencePenalty: z.number().min(0).max(2),
  /** null: a new seed each time. */
  seed: within(samplingRanges.seed).nullable(),
  /** null: until the model ends or the context is full. */
  maxTokens: within(samplingRanges.maxTokens).nullable(),
  /** The answer stops before the first of these. */
  stopTexts: z.array(z.string().min(1).max(256)).max(16),
  /** Only with the overflow policy `stop`: the others would move the cells under a draft. */
  speculation: z.enum(speculations),
  /** llama.cpp's --model-draft. Kept while speculation is off. */
  draftModelId: z.string().nullable(),
  /** llama.cpp's --spec-draft-n-max. */
  draftMax: within(samplingRanges.draftMax),
  /** llama.cpp's --spec-draft-p-min. */
  draftPMin: within(samplingRanges.draftPMin),
  /** llama.cpp's --ignore-eos. */
  ignoreEndOfText: z.boolean(),
})
export type SamplingSettings = z.infer<typeof samplingSettings>

/**
 * Source: `common_params_sampling` in common/common.h, llama.cpp v0.4.0. Its draft defaults are 3 tokens and 0; here the speculation meter
 * finds the length, and an unsure draft would waste an evaluation.
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
