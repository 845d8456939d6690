/** Fields that `/v1/chat/completions` and `/v1/completions` share: OpenAI's own, and samplers under llama-server's names. */
import { z } from 'zod'
import { type SamplingSettings, samplingSettings } from '../../contract/settings/sampling'
import { mostAnswers, textLimits } from '../../contract/settings/setting-ranges'
import { dryTokensField, dryTokensOf, mostPredictField, slotField } from '../llama-cpp/request-schema'
import { fieldRefused } from '../refusal'

const { shape } = samplingSettings
const stopText = z.string().min(1).max(textLimits.stopTexts.characters)
/** llama-server's −1 for a random seed, and for no limit. */
const orMinusOne = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal(-1), schema])

export const sharedFields = {
  model: z.string().min(1).max(1024).nullish(),
  frequency_penalty: shape.frequencyPenalty.nullish(),
  /** From a token's ID, or −100 to 100. */
  logit_bias: z.record(z.string().regex(/^\d{1,7}$/, 'Expected the ID of a token'), shape.logitBias.element.shape.bias).nullish(),
  n: z.int().min(1).max(mostAnswers).nullish(),
  presence_penalty: shape.presencePenalty.nullish(),
  seed: orMinusOne(shape.seed).nullish(),
  stop: z.union([stopText, z.array(stopText).max(textLimits.stopTexts.texts)]).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_usage: z.boolean().optional(), include_obfuscation: z.literal(false).optional() }).nullish(),
  temperature: shape.temperature.nullish(),
  top_p: shape.topP.nullish(),
  user: z.string().max(1024).nullish(),
  // llama-server's.
  top_k: shape.topK.optional(),
  min_p: shape.minP.optional(),
  repeat_penalty: shape.repeatPenalty.optional(),
  repeat_last_n: shape.repeatPenaltyTokens.optional(),
  dry_multiplier: shape.dryMultiplier.optional(),
  dry_base: shape.dryBase.optional(),
  dry_allowed_length: shape.dryAllowedLength.optional(),
  dry_sequence_breakers: shape.drySequenceBreakers.optional(),
  dry_penalty_last_n: dryTokensField,
  xtc_probability: shape.xtcProbability.optional(),
  xtc_threshold: shape.xtcThreshold.optional(),
  ignore_eos: z.boolean().optional(),
  grammar: z.string().optional(),
  json_schema: z.record(z.string(), z.json()).optional(),
  cache_prompt: z.boolean().optional(),
  id_slot: slotField,
  t_max_predict_ms: mostPredictField,
  /** 0 gives one token, as in llama-server. */
  n_predict: orMinusOne(z.union([z.literal(0), shape.maxTokens])).optional(),
  return_progress: z.boolean().optional(),
}

export const maxTokensField = orMinusOne(shape.maxTokens).nullish()

type Shared = z.infer<z.ZodObject<typeof sharedFields>>

const settingOf = {
  frequency_penalty: 'frequencyPenalty',
  presence_penalty: 'presencePenalty',
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  min_p: 'minP',
  repeat_penalty: 'repeatPenalty',
  repeat_last_n: 'repeatPenaltyTokens',
  dry_multiplier: 'dryMultiplier',
  dry_base: 'dryBase',
  dry_allowed_length: 'dryAllowedLength',
  dry_sequence_breakers: 'drySequenceBreakers',
  xtc_probability: 'xtcProbability',
  xtc_threshold: 'xtcThreshold',
  ignore_eos: 'ignoreEndOfText',
} as const satisfies Partial<Record<keyof Shared, keyof SamplingSettings>>

/** Throws `api-field-refused`. */
export function sharedSampling(sent: Shared, maxTokens: number | undefined): Partial<SamplingSettings> {
  const dryLastTokens = dryTokensOf(sent.dry_penalty_last_n)
  const named = Object.entries(settingOf).flatMap(([field, setting]) => {
    const value = sent[field as keyof typeof settingOf]
    return value === undefined || value === null ? [] : [[setting, value] as const]
  })
  return {
    ...(Object.fromEntries(named) as Partial<SamplingSettings>),
    ...(dryLastTokens === undefined ? {} : { dryLastTokens }),
    ...(sent.logit_bias ? { logitBias: biasesOf(sent.logit_bias) } : {}),
    ...(typeof sent.seed === 'number' ? { seed: sent.seed === -1 ? null : sent.seed } : {}),
    ...(sent.stop ? { stopTexts: typeof sent.stop === 'string' ? [sent.stop] : sent.stop } : {}),
    ...(typeof maxTokens === 'number' ? { maxTokens: maxTokens === -1 ? null : Math.max(1, maxTokens) } : {}),
  }
}

function biasesOf(biases: Readonly<Record<string, number>>): SamplingSettings['logitBias'] {
  const all = Object.entries(biases).map(([token, bias]) => ({ token: Number(token), bias }))
  if (all.length > textLimits.logitBias.texts)
    throw fieldRefused('logit_bias', { kind: 'zod', quoted: `Too many tokens: expected at most ${textLimits.logitBias.texts}` })
  return all
}
