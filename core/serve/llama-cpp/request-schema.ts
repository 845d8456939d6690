/** What llama-server's `/completion` takes. Source: tools/server/server-schema.cpp, llama.cpp v0.4.0. */
import { z } from 'zod'
import { samplingSettings } from '../../contract/settings/sampling'
import { largestTokenId, mostAnswers, samplingRanges, textLimits } from '../../contract/settings/setting-ranges'
import { embeddingInput } from '../embeddings'
import { fieldRefused, valueNotSupported } from '../refusal'
import { mostTopLogprobs } from '../served-request'
import { anyValueOf, type UnsupportedFields } from '../unsupported'

/** The order in which node-llama-cpp applies samplers that Headroom has (core/sampling/sampler-order.ts). */
export const samplerNames = ['penalties', 'dry', 'top_k', 'top_p', 'min_p', 'xtc', 'temperature'] as const

/** Of all endpoints that write text. */
export const unsupportedEverywhere = {
  verbose: [false],
  n_indent: [0],
  // The context is never shifted.
  n_keep: [0, -1],
  n_discard: [0],
  n_cache_reuse: [0],
  t_max_prompt_ms: [-1, 0],
  sse_ping_interval: [-1],
  top_n_sigma: [-1],
  typical_p: [1],
  dynatemp_range: [0],
  dynatemp_exponent: [1],
  mirostat: [0],
  mirostat_tau: [5],
  mirostat_eta: [0.1],
  adaptive_target: [-1],
  adaptive_decay: [0.9],
  min_keep: [0],
  backend_sampling: [false],
  samplers: [samplerNames, []],
  lora: [[]],
} satisfies UnsupportedFields

export const unsupportedFields = {
  ...unsupportedEverywhere,
  grammar_lazy: [false],
  grammar_triggers: [[]],
  preserved_tokens: [[]],
  echo: [false],
  chat_format: [0],
  reasoning_format: ['none'],
  generation_prompt: [''],
  parse_tool_calls: [false],
  chat_parser: [''],
  continue_final_message: [false],
  reasoning_control: [false],
  reasoning_budget_tokens: [-1],
  reasoning_budget_start_tag: [''],
  reasoning_budget_end_tag: [''],
  reasoning_budget_end_tags: [[]],
  reasoning_budget_message: [''],
  logprobs: [0],
} satisfies UnsupportedFields

const token = z.int().min(0).max(largestTokenId)
const mixed = z.array(z.union([z.string(), token]))
const withMedia = z.strictObject({
  prompt_string: z.union([z.string(), mixed]),
  multimodal_data: z.array(z.never(), { error: 'Headroom reads no images or sound' }).optional(),
})
const mostPrompts = 64
const onePrompt = z.union([z.string(), mixed, withMedia])
export type LlamaPrompt = string | readonly (string | number)[]

const bias = z.union([z.number(), z.literal(false)])
const sampled = samplingSettings.shape

/** In ms. 0 and less: no limit. */
export const mostPredictField = z
  .int()
  .min(-1)
  .max(2 ** 31 - 1)
  .nullish()
export const mostPredictOf = (sent: { readonly t_max_predict_ms?: number | null | undefined }): number | undefined =>
  sent.t_max_predict_ms && sent.t_max_predict_ms > 0 ? sent.t_max_predict_ms : undefined

const limitFields = ['n_predict', 'max_completion_tokens', 'max_tokens'] as const
/** The limit of an answer, whose field has three names. Throws `api-field-refused` if they have different values. */
export function limitOf(sent: { readonly [Name in (typeof limitFields)[number]]?: number | null | undefined }): number | undefined {
  const given = limitFields.flatMap((name) => {
    const limit = sent[name]
    return typeof limit === 'number' ? [{ name, limit }] : []
  })
  const [first] = given
  const other = given.find(({ limit }) => limit !== first?.limit)
  if (first && other) throw fieldRefused(other.name, { kind: 'conflicts', other: first.name })
  return first?.limit
}

/** −1: any slot. The service refuses slots that the server does not have. */
export const slotField = z.int().min(-1).nullish()
export const slotOf = (sent: { readonly id_slot?: number | null | undefined }): number | undefined =>
  typeof sent.id_slot === 'number' && sent.id_slot >= 0 ? sent.id_slot : undefined

/** −1: the whole context. */
export const dryTokensField = z.int().min(-1).max(samplingRanges.dryLastTokens.most).nullish()
export const dryTokensOf = (tokens: number | null | undefined): number | null | undefined =>
  tokens === undefined || tokens === null ? undefined : tokens < 0 ? null : tokens

/** −1: the whole context, if the engine can look back that far. Throws `api-field-refused`. */
export function repeatTokensOf(field: string, tokens: number | null | undefined, contextTokens: number): number | null | undefined {
  if (tokens !== -1) return tokens
  if (contextTokens > samplingRanges.repeatPenaltyTokens.most) throw valueNotSupported(field)
  return contextTokens
}

/** llama.cpp clamps these to its limits; a number outside Headroom's is refused instead. */
export const completionRequest = z.strictObject({
  ...anyValueOf(unsupportedFields),
  model: z.string().nullish(),
  prompt: z.union([onePrompt, z.array(onePrompt).min(1).max(mostPrompts)]),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_usage: z.boolean().optional() }).nullish(),
  n_predict: z.int().min(-1).max(samplingRanges.maxTokens.most).nullish(),
  max_tokens: z.int().min(-1).max(samplingRanges.maxTokens.most).nullish(),
  max_completion_tokens: z.int().min(-1).max(samplingRanges.maxTokens.most).nullish(),
  n_cmpl: z.int().min(1).max(mostAnswers).nullish(),
  n: z.int().min(1).max(mostAnswers).nullish(),
  cache_prompt: z.boolean().nullish(),
  id_slot: slotField,
  timings_per_token: z.boolean().nullish(),
  return_tokens: z.boolean().nullish(),
  return_progress: z.boolean().nullish(),
  response_fields: z.array(z.string()).nullish(),
  temperature: sampled.temperature.nullish(),
  top_k: z.int().min(-1).max(samplingRanges.topK.most).nullish(),
  top_p: sampled.topP.nullish(),
  min_p: sampled.minP.nullish(),
  xtc_probability: sampled.xtcProbability.nullish(),
  xtc_threshold: z.number().min(0).max(1).nullish(),
  repeat_last_n: z.int().min(-1).max(samplingRanges.repeatPenaltyTokens.most).nullish(),
  repeat_penalty: sampled.repeatPenalty.nullish(),
  frequency_penalty: sampled.frequencyPenalty.nullish(),
  presence_penalty: sampled.presencePenalty.nullish(),
  dry_multiplier: sampled.dryMultiplier.nullish(),
  /** Below 1, llama.cpp takes its default. */
  dry_base: z.number().max(samplingRanges.dryBase.most).nullish(),
  dry_allowed_length: sampled.dryAllowedLength.nullish(),
  dry_penalty_last_n: dryTokensField,
  dry_sequence_breakers: sampled.drySequenceBreakers.min(1).nullish(),
  seed: z.int().nullish(),
  n_probs: z.int().min(0).max(mostTopLogprobs).nullish(),
  post_sampling_probs: z.boolean().nullish(),
  t_max_predict_ms: mostPredictField,
  ignore_eos: z.boolean().nullish(),
  stop: z
    .union([
      z.string().max(textLimits.stopTexts.characters),
      z.array(z.string().max(textLimits.stopTexts.characters)).max(textLimits.stopTexts.texts),
    ])
    .nullish(),
  grammar: z.string().nullish(),
  json_schema: z.union([z.record(z.string(), z.json()), z.boolean()]).nullish(),
  logit_bias: z.union([z.array(z.tuple([z.union([token, z.string()]), bias])), z.record(z.string(), bias)]).nullish(),
})
export type CompletionRequest = z.infer<typeof completionRequest>

/** The vectors have length 1. */
export const unsupportedInEmbedding = { embd_normalize: [2] } satisfies UnsupportedFields

export const embeddingRequest = z.strictObject({
  ...anyValueOf(unsupportedInEmbedding),
  model: z.string().nullish(),
  input: embeddingInput.nullish(),
  /** An older name of `input`. */
  content: embeddingInput.nullish(),
  encoding_format: z.literal('float').nullish(),
})

export const tokenizeRequest = z.strictObject({
  content: z.union([z.string(), mixed]).nullish(),
  add_special: z.boolean().nullish(),
  parse_special: z.boolean().nullish(),
  with_pieces: z.boolean().nullish(),
})
export const detokenizeRequest = z.strictObject({ tokens: z.array(token).nullish() })
