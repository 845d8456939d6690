/** Ollama's `options`. */
import { z } from 'zod'
import { type SamplingSettings, samplingSettings } from '../../contract/settings/sampling'
import { samplingRanges } from '../../contract/settings/setting-ranges'
import { repeatTokensOf } from '../llama-cpp/request-schema'
import { fieldRefused } from '../refusal'
import { anyValueOf, refuseUnsupported, type UnsupportedFields } from '../unsupported'

const unsupportedOptions = {
  mirostat: [0],
  mirostat_tau: [5],
  mirostat_eta: [0.1],
  tfs_z: [1],
  typical_p: [1],
  penalize_newline: [true],
  num_keep: [0],
  draft_num_predict: [],
  // Set when the model is loaded.
  numa: [false],
  num_batch: [],
  num_gpu: [],
  main_gpu: [],
  low_vram: [false],
  f16_kv: [true],
  logits_all: [false],
  vocab_only: [false],
  use_mmap: [],
  use_mlock: [],
  embedding_only: [false],
  num_thread: [],
} satisfies UnsupportedFields

const sampled = samplingSettings.shape

export const ollamaOptions = z.strictObject({
  ...anyValueOf(unsupportedOptions),
  num_ctx: z.int().min(1).nullish(),
  /** -1: until the model ends. -2: until the context is full, which is the same here. */
  num_predict: z.int().min(-2).max(samplingRanges.maxTokens.most).nullish(),
  seed: z.int().nullish(),
  temperature: sampled.temperature.nullish(),
  top_k: sampled.topK.nullish(),
  top_p: sampled.topP.nullish(),
  min_p: sampled.minP.nullish(),
  repeat_penalty: sampled.repeatPenalty.nullish(),
  /** -1: the whole context. */
  repeat_last_n: z.int().min(-1).max(samplingRanges.repeatPenaltyTokens.most).nullish(),
  presence_penalty: sampled.presencePenalty.nullish(),
  frequency_penalty: sampled.frequencyPenalty.nullish(),
  stop: z.union([sampled.stopTexts, sampled.stopTexts.element.transform((text) => [text])]).nullish(),
})
export type OllamaOptions = z.infer<typeof ollamaOptions>

/** `contextTokens` are those of the loaded model: a smaller context is no reason to load it again. Throws `api-field-refused`. */
export function samplingOf(options: OllamaOptions | null | undefined, contextTokens: number): Partial<SamplingSettings> {
  if (!options) return {}
  refuseUnsupported(options, unsupportedOptions, 'options.')
  const { num_ctx, num_predict, seed, repeat_last_n } = options
  if (num_ctx && num_ctx > contextTokens) {
    const quoted = `The context has ${contextTokens} tokens. Start the server with a larger one`
    throw fieldRefused('options.num_ctx', { kind: 'zod', quoted })
  }
  if (num_predict === 0) throw fieldRefused('options.num_predict', { kind: 'value-not-supported' })
  return defined({
    maxTokens: num_predict === undefined || num_predict === null ? undefined : num_predict < 0 ? null : num_predict,
    seed: seed === undefined || seed === null ? undefined : seed < 0 ? null : seed % 2 ** 32,
    temperature: options.temperature,
    topK: options.top_k,
    topP: options.top_p,
    minP: options.min_p,
    repeatPenalty: options.repeat_penalty,
    repeatPenaltyTokens: repeatTokensOf('options.repeat_last_n', repeat_last_n, contextTokens),
    presencePenalty: options.presence_penalty,
    frequencyPenalty: options.frequency_penalty,
    stopTexts: options.stop,
  })
}

/** `maxTokens` and `seed` may be null. The others are left out if the client sends a null. */
const defined = (settings: { readonly [key in keyof SamplingSettings]?: SamplingSettings[key] | null | undefined }) =>
  Object.fromEntries(
    Object.entries(settings).filter(([key, value]) => value !== undefined && (value !== null || key === 'maxTokens' || key === 'seed')),
  ) as Partial<SamplingSettings>
