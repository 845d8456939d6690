/** The settings of a request as llama-server names them. Source: `task_params::to_json` in tools/server/server-task.cpp, v0.4.0. */
import type { SamplingSettings } from '../../contract/settings/sampling'
import { samplerNames } from './request-schema'

const randomSeed = 0xffff_ffff

export interface SettingsFlags {
  readonly stream: boolean
  readonly probs: number
  readonly postSamplingProbs: boolean
  readonly timingsPerToken: boolean
  /** Texts are tokens. JSON writes -Infinity as null, as llama-server does. */
  readonly logitBias: readonly { readonly token: number; readonly bias: number }[]
}

/** Samplers that Headroom does not have are off. */
export const settingsJson = (
  sampling: SamplingSettings,
  { stream, probs, postSamplingProbs, timingsPerToken, logitBias }: SettingsFlags,
) => ({
  seed: sampling.seed ?? randomSeed,
  temperature: sampling.temperature,
  dynatemp_range: 0,
  dynatemp_exponent: 1,
  top_k: sampling.topK,
  top_p: sampling.topP,
  min_p: sampling.minP,
  top_n_sigma: -1,
  xtc_probability: sampling.xtcProbability,
  xtc_threshold: sampling.xtcThreshold,
  typical_p: 1,
  repeat_last_n: sampling.repeatPenaltyTokens,
  repeat_penalty: sampling.repeatPenalty,
  presence_penalty: sampling.presencePenalty,
  frequency_penalty: sampling.frequencyPenalty,
  dry_multiplier: sampling.dryMultiplier,
  dry_base: sampling.dryBase,
  dry_allowed_length: sampling.dryAllowedLength,
  dry_penalty_last_n: sampling.dryLastTokens ?? -1,
  dry_sequence_breakers: sampling.drySequenceBreakers,
  mirostat: 0,
  mirostat_tau: 5,
  mirostat_eta: 0.1,
  adaptive_target: -1,
  adaptive_decay: 0.9,
  stop: sampling.stopTexts,
  max_tokens: sampling.maxTokens ?? -1,
  n_predict: sampling.maxTokens ?? -1,
  n_keep: 0,
  n_discard: 0,
  ignore_eos: sampling.ignoreEndOfText,
  stream,
  logit_bias: logitBias,
  n_probs: probs,
  min_keep: 0,
  grammar: sampling.grammar?.text ?? '',
  grammar_lazy: false,
  grammar_triggers: [],
  preserved_tokens: [],
  samplers: samplerNames,
  timings_per_token: timingsPerToken,
  post_sampling_probs: postSamplingProbs,
  backend_sampling: false,
  lora: [],
})
