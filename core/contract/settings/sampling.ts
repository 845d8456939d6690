import { z } from 'zod'
import {
  grammarCharacters,
  grammarKinds,
  largestTokenId,
  type NumberRange,
  samplingRanges,
  speculations,
  type TextLimits,
  textLimits,
  thinkingModes,
  toolChoices,
} from './setting-ranges'

const within = ({ least, most, fractions = false }: NumberRange) => (fractions ? z.number() : z.int()).min(least).max(most)
const textsWithin = ({ texts, characters }: TextLimits) => z.array(z.string().min(1).max(characters)).max(texts)

/** A text biases each of its tokens, as in llama-server. A number is a token's ID. */
const logitBias = z.object({
  token: z.union([z.string().min(1).max(textLimits.logitBias.characters), z.int().min(0).max(largestTokenId)]),
  bias: within(samplingRanges.logitBias),
})
export type LogitBias = z.infer<typeof logitBias>

/** `text` is a JSON schema, or GBNF. */
export const answerGrammar = z.object({ kind: z.enum(grammarKinds), text: z.string().max(grammarCharacters) })
export type AnswerGrammar = z.infer<typeof answerGrammar>

export const samplingSettings = z.object({
  temperature: within(samplingRanges.temperature),
  topK: within(samplingRanges.topK),
  topP: within(samplingRanges.topP),
  /** Minimum probability, as a fraction of the top token's. 0 turns it off. */
  minP: within(samplingRanges.minP),
  /** 1 turns it off. */
  repeatPenalty: within(samplingRanges.repeatPenalty),
  repeatPenaltyTokens: within(samplingRanges.repeatPenaltyTokens),
  frequencyPenalty: within(samplingRanges.frequencyPenalty),
  presencePenalty: within(samplingRanges.presencePenalty),
  /** llama.cpp's --dry-multiplier. 0 turns DRY off. */
  dryMultiplier: within(samplingRanges.dryMultiplier),
  dryBase: within(samplingRanges.dryBase),
  dryAllowedLength: within(samplingRanges.dryAllowedLength),
  /** null: all tokens of the answer. 0 turns DRY off. */
  dryLastTokens: within(samplingRanges.dryLastTokens).nullable(),
  drySequenceBreakers: textsWithin(textLimits.drySequenceBreakers),
  /** llama.cpp's --xtc-probability. 0 turns XTC off. */
  xtcProbability: within(samplingRanges.xtcProbability),
  xtcThreshold: within(samplingRanges.xtcThreshold),
  logitBias: z.array(logitBias).max(textLimits.logitBias.texts),
  seed: within(samplingRanges.seed).nullable(),
  maxTokens: within(samplingRanges.maxTokens).nullable(),
  stopTexts: textsWithin(textLimits.stopTexts),
  /** Needs the overflow policy `stop`, because the other policies move cells during a draft. */
  speculation: z.enum(speculations),
  /** llama.cpp's --model-draft. */
  draftModelId: z.string().nullable(),
  /** llama.cpp's --spec-draft-n-max. */
  draftMax: within(samplingRanges.draftMax),
  /** llama.cpp's --spec-draft-p-min. */
  draftPMin: within(samplingRanges.draftPMin),
  /** llama.cpp's --ignore-eos. */
  ignoreEndOfText: z.boolean(),
  /** Sets the chat template's variable, such as `enable_thinking`. */
  thinking: z.enum(thinkingModes),
  /** The chat template's `reasoning_effort`. null leaves it to the template. */
  reasoningEffort: z.string().min(1).max(32).nullable(),
  /** llama.cpp's --reasoning-budget. null: no limit. */
  reasoningBudgetTokens: within(samplingRanges.reasoningBudgetTokens).nullable(),
  /** llama.cpp's --json-schema and --grammar. The answer after the reasoning has to match. */
  grammar: answerGrammar.nullable(),
  /** Whether the reasoning of earlier answers stays in the prompt. null leaves it to the chat template. */
  keepReasoning: z.boolean().nullable(),
  /** OpenAI's `tool_choice`. Has no effect in a conversation without tools. */
  toolChoice: z.union([z.enum(toolChoices), z.object({ tool: z.string().min(1).max(128) })]),
  /** OpenAI's `parallel_tool_calls`. */
  parallelCalls: z.boolean(),
  /** A grammar constrains each call, once it begins, to the names and schemas of the tools. */
  bindCalls: z.boolean(),
})
export type SamplingSettings = z.infer<typeof samplingSettings>

/** What is absent stays as it is. */
export const samplingChange = samplingSettings.partial()
export type SamplingChange = z.infer<typeof samplingChange>

/** What decides how the chat template renders a conversation, besides its messages. */
export const reasoningSettings = samplingSettings.pick({ thinking: true, reasoningEffort: true, keepReasoning: true })
export type ReasoningSettings = z.infer<typeof reasoningSettings>

/** Source: `common_params_sampling` in common/common.h, llama.cpp v0.4.0, except the draft values: unlikely drafts waste time. */
export const defaultSampling: SamplingSettings = {
  temperature: 0.8,
  topK: 40,
  topP: 0.95,
  minP: 0.05,
  repeatPenalty: 1,
  repeatPenaltyTokens: 64,
  frequencyPenalty: 0,
  presencePenalty: 0,
  dryMultiplier: 0,
  dryBase: 1.75,
  dryAllowedLength: 2,
  dryLastTokens: null,
  drySequenceBreakers: ['\n', ':', '"', '*'],
  xtcProbability: 0,
  xtcThreshold: 0.1,
  logitBias: [],
  seed: null,
  maxTokens: null,
  stopTexts: [],
  speculation: 'off',
  draftModelId: null,
  draftMax: 16,
  draftPMin: 0.75,
  ignoreEndOfText: false,
  thinking: 'auto',
  reasoningEffort: null,
  reasoningBudgetTokens: null,
  grammar: null,
  keepReasoning: null,
  toolChoice: 'auto',
  parallelCalls: true,
  bindCalls: true,
}
