import { defaultSampling, type LogitBias, type SamplingSettings } from '../../contract/settings/sampling'
import { samplingRanges } from '../../contract/settings/setting-ranges'
import { schemaGrammar } from '../json-schema'
import { parseBody } from '../parse-body'
import { fieldRefused, refuseSecond } from '../refusal'
import type { ServedClient, ServedRequest } from '../served-request'
import { refuseUnsupported } from '../unsupported'
import {
  type CompletionRequest,
  completionRequest,
  dryTokensOf,
  type LlamaPrompt,
  limitOf,
  mostPredictOf,
  repeatTokensOf,
  slotOf,
  unsupportedFields,
} from './request-schema'

export interface Completion {
  readonly prompts: readonly LlamaPrompt[]
  /** Whether the answer is a list, because the request has a list of prompts or asks for several answers. */
  readonly isList: boolean
  /** Without its prompt. */
  readonly request: Omit<ServedRequest, 'prompt'>
  readonly stream: boolean
  readonly timingsPerToken: boolean
  readonly returnProgress: boolean
  readonly returnTokens: boolean
  /** 0: no probabilities. */
  readonly probs: number
  readonly postSamplingProbs: boolean
  readonly responseFields: readonly string[]
}

/** `contextTokens` are those of the loaded model. Throws `api-field-refused`. */
export function readCompletion(body: unknown, client: ServedClient, contextTokens: number): Completion {
  const sent = parseBody(completionRequest, body)
  refuseUnsupported(sent, unsupportedFields)
  if (sent.stream_options && !sent.stream) throw fieldRefused('stream_options', { kind: 'needs', other: 'stream' })
  const isBatch = Array.isArray(sent.prompt) && !sent.prompt.some((piece) => typeof piece === 'number')
  const prompts = (isBatch ? sent.prompt : [sent.prompt]) as readonly (LlamaPrompt | { readonly prompt_string: LlamaPrompt })[]
  if (prompts.length === 0) throw fieldRefused('prompt', { kind: 'missing' })
  const answers = sent.n_cmpl ?? sent.n ?? 1
  const probs = sent.n_probs ?? 0
  const returnTokens = sent.return_tokens ?? false
  const plain = prompts.map((prompt) => (typeof prompt === 'object' && 'prompt_string' in prompt ? prompt.prompt_string : prompt))
  const empty = plain.findIndex(isEmpty)
  // llama-server answers an empty prompt with an empty text.
  if (empty >= 0) throw fieldRefused(plain.length > 1 ? `prompt[${empty}]` : 'prompt', { kind: 'zod', quoted: 'The prompt is empty' })
  return {
    prompts: plain,
    isList: prompts.length > 1 || answers > 1,
    request: {
      client,
      model: sent.model ?? null,
      sampling: samplingOf(sent, contextTokens),
      answers,
      // Token ids come with logprobs.
      topLogprobs: probs > 0 ? probs : returnTokens ? 0 : null,
      postSamplingProbs: sent.post_sampling_probs ?? undefined,
      mostPredictMs: mostPredictOf(sent),
      usesCache: sent.cache_prompt ?? undefined,
      slot: slotOf(sent),
    },
    stream: sent.stream ?? false,
    timingsPerToken: sent.timings_per_token ?? false,
    returnProgress: sent.return_progress ?? false,
    returnTokens,
    probs,
    postSamplingProbs: sent.post_sampling_probs ?? false,
    responseFields: sent.response_fields ?? [],
  }
}

const isEmpty = (prompt: LlamaPrompt): boolean => (typeof prompt === 'string' ? prompt === '' : prompt.every((piece) => piece === ''))

function samplingOf(sent: CompletionRequest, contextTokens: number): Partial<SamplingSettings> {
  // llama-server checks the limit after a token, so 0 gives one token, too.
  const limit = limitOf(sent)
  const stop = typeof sent.stop === 'string' ? [sent.stop] : sent.stop
  const { dry_base, dry_penalty_last_n, xtc_threshold, top_k, seed, temperature } = sent
  return defined({
    maxTokens: limit === undefined ? undefined : limit < 0 ? null : Math.max(1, limit),
    temperature,
    topK: typeof top_k === 'number' ? Math.max(0, top_k) : undefined,
    topP: sent.top_p,
    minP: sent.min_p,
    ...xtcOf(sent.xtc_probability, xtc_threshold),
    repeatPenaltyTokens: repeatTokensOf('repeat_last_n', sent.repeat_last_n, contextTokens),
    repeatPenalty: sent.repeat_penalty,
    frequencyPenalty: sent.frequency_penalty,
    presencePenalty: sent.presence_penalty,
    dryMultiplier: sent.dry_multiplier,
    dryBase: typeof dry_base === 'number' && dry_base < 1 ? defaultSampling.dryBase : dry_base,
    dryAllowedLength: sent.dry_allowed_length,
    dryLastTokens: dryTokensOf(dry_penalty_last_n),
    drySequenceBreakers: sent.dry_sequence_breakers,
    seed: seed === undefined || seed === null ? undefined : seed < 0 || seed > samplingRanges.seed.most ? null : seed,
    ignoreEndOfText: sent.ignore_eos,
    stopTexts: stop?.filter((text) => text !== ''),
    grammar: grammarOf(sent),
    logitBias: sent.logit_bias ? biasesOf(sent.logit_bias) : undefined,
  })
}

/** llama.cpp turns XTC off if the threshold is above 0.5. */
function xtcOf(probability: number | null | undefined, threshold: number | null | undefined) {
  if (typeof threshold === 'number' && threshold > samplingRanges.xtcThreshold.most) return { xtcProbability: 0 }
  return { xtcProbability: probability, xtcThreshold: threshold }
}

function grammarOf({ grammar, json_schema }: CompletionRequest): SamplingSettings['grammar'] | undefined {
  const hasSchema = json_schema !== undefined && json_schema !== null
  refuseSecond([...(grammar ? ['grammar'] : []), ...(hasSchema ? ['json_schema'] : [])])
  if (hasSchema) return schemaGrammar('json_schema', json_schema)
  return grammar ? { kind: 'gbnf', text: grammar } : undefined
}

function biasesOf(sent: NonNullable<CompletionRequest['logit_bias']>): LogitBias[] {
  const pairs = Array.isArray(sent)
    ? sent
    : Object.entries(sent).map(([key, bias]) => [/^\d+$/.test(key) ? Number(key) : key, bias] as const)
  const { least, most } = samplingRanges.logitBias
  return pairs.map(([token, bias], index) => {
    if (token === '') throw fieldRefused(`logit_bias[${index}]`, { kind: 'value-not-supported' })
    // A bias of -100 leaves no probability worth sampling, as llama.cpp's minus infinity.
    return { token, bias: bias === false ? least : Math.min(most, Math.max(least, bias)) }
  })
}

const mayBeNull: ReadonlySet<string> = new Set(['maxTokens', 'seed', 'dryLastTokens'])

const defined = (settings: { readonly [key in keyof SamplingSettings]?: SamplingSettings[key] | null | undefined }) =>
  Object.fromEntries(
    Object.entries(settings).filter(([key, value]) => value !== undefined && (value !== null || mayBeNull.has(key))),
  ) as Partial<SamplingSettings>
