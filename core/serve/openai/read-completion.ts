/** What OpenAI's `/v1/completions` takes. */
import { z } from 'zod'
import { mostRawTokens } from '../../contract/chat/turn'
import { anyJsonObject, schemaGrammar } from '../json-schema'
import { limitOf, mostPredictOf, slotOf, unsupportedEverywhere } from '../llama-cpp/request-schema'
import { parseBody } from '../parse-body'
import { fieldRefused, refuseSecond } from '../refusal'
import type { ServedClient, ServedPrompt, ServedRequest } from '../served-request'
import { anyValueOf, refuseUnsupported, type UnsupportedFields } from '../unsupported'
import { maxTokensField, sharedFields, sharedSampling } from './sampling-schema'

const unsupportedFields = { ...unsupportedEverywhere, suffix: [''], best_of: [1] } satisfies UnsupportedFields

const text = z.string().min(1)
const tokens = z.array(z.int().nonnegative()).min(1).max(mostRawTokens)
const mostPrompts = 64
/** OpenAI's default. */
const defaultMaxTokens = 16

export const completionRequest = z.strictObject({
  ...anyValueOf(unsupportedFields),
  ...sharedFields,
  prompt: z.union([text, tokens, z.array(text).min(1).max(mostPrompts), z.array(tokens).min(1).max(mostPrompts)]),
  echo: z.boolean().nullish(),
  logprobs: z.int().min(0).max(5).nullish(),
  /** 0: the prompt is only scored. */
  max_tokens: z.literal(0).or(maxTokensField),
  response_format: z.strictObject({ type: z.enum(['text', 'json_object']) }).nullish(),
})

export interface ReadCompletion {
  /** One per prompt. */
  readonly requests: readonly ServedRequest[]
  readonly answers: number
  readonly isStreamed: boolean
  readonly includesUsage: boolean
  readonly echoes: boolean
  readonly wantsLogprobs: boolean
}

/** Throws `api-field-refused`. */
export function readCompletion(body: unknown, client: ServedClient): ReadCompletion {
  const sent = parseBody(completionRequest, body)
  refuseUnsupported(sent, unsupportedFields)
  const { stream, stream_options, echo, logprobs, n, user, grammar, json_schema, response_format } = sent
  if (stream_options && !stream) throw fieldRefused('stream_options', { kind: 'needs', other: 'stream' })
  const isJson = response_format?.type === 'json_object'
  refuseSecond([
    ...(isJson ? ['response_format'] : []),
    ...(grammar === undefined ? [] : ['grammar']),
    ...(json_schema === undefined ? [] : ['json_schema']),
  ])
  const schema = json_schema ?? (isJson ? anyJsonObject : undefined)
  const sampling = {
    ...sharedSampling(sent, limitOf(sent) ?? defaultMaxTokens),
    ...(grammar === undefined ? {} : { grammar: { kind: 'gbnf' as const, text: grammar } }),
    ...(schema ? { grammar: schemaGrammar('json_schema', schema) } : {}),
  }
  const scoresPrompt = echo === true && typeof logprobs === 'number'
  const promptLogprobs = !scoresPrompt ? undefined : sent.max_tokens === 0 ? 'only' : 'with-answer'
  if (sent.max_tokens === 0 && !scoresPrompt)
    throw fieldRefused('max_tokens', { kind: 'zod', quoted: 'Expected at least 1, or 0 with echo and logprobs' })
  const requests = promptsOf(sent.prompt).map(
    (prompt): ServedRequest => ({
      client: user ? { ...client, user } : client,
      model: sent.model ?? null,
      prompt,
      sampling,
      answers: n ?? 1,
      topLogprobs: logprobs ?? null,
      promptLogprobs,
      // Tokens in the cache have no logits.
      usesCache: scoresPrompt ? false : sent.cache_prompt,
      slot: slotOf(sent),
      mostPredictMs: mostPredictOf(sent),
    }),
  )
  return {
    requests,
    answers: n ?? 1,
    isStreamed: stream ?? false,
    includesUsage: stream_options?.include_usage ?? false,
    echoes: echo ?? false,
    wantsLogprobs: typeof logprobs === 'number',
  }
}

function promptsOf(prompt: z.infer<typeof completionRequest>['prompt']): ServedPrompt[] {
  if (typeof prompt === 'string') return [{ kind: 'text', text: prompt }]
  if (isTokens(prompt)) return [{ kind: 'tokens', tokens: prompt }]
  return prompt.map((one): ServedPrompt => (typeof one === 'string' ? { kind: 'text', text: one } : { kind: 'tokens', tokens: one }))
}

const isTokens = (prompt: readonly unknown[]): prompt is number[] => typeof prompt[0] === 'number'
