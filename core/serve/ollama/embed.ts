/** What Ollama's `/api/embed` and the older `/api/embeddings` take. */
import { z } from 'zod'
import { type EmbeddingsRequest, embeddingInput, inputsOf } from '../embeddings'
import { parseBody } from '../parse-body'
import { anyValueOf, refuseUnsupported } from '../unsupported'
import { ollamaOptions, samplingOf } from './options'
import { assertStaysLoaded, modelNameOf } from './read-request'
import { keepAlive, unsupportedCommon } from './request-schema'

const { truncate } = unsupportedCommon
const common = { model: z.string().min(1), options: ollamaOptions.nullish(), keep_alive: keepAlive }

export const embedRequest = z.strictObject({
  ...anyValueOf({ truncate }),
  ...common,
  input: embeddingInput,
  dimensions: z.int().min(1).nullish(),
})
export type OllamaEmbed = z.infer<typeof embedRequest>

export const oldEmbedRequest = z.strictObject({ ...common, prompt: z.string().min(1) })
export type OllamaOldEmbed = z.infer<typeof oldEmbedRequest>

/** `contextTokensOf` throws if the model is unknown. */
type ContextTokensOf = (model: string) => number

/** Throws `api-field-refused`. */
export function readEmbed(body: unknown, contextTokensOf: ContextTokensOf): EmbeddingsRequest {
  const sent = parseBody(embedRequest, body)
  refuseUnsupported(sent, { truncate })
  return { inputs: inputsOf(sent.input), dimensions: sent.dimensions ?? null, ...commonOf(sent, contextTokensOf) }
}

/** Throws `api-field-refused`. */
export function readOldEmbed(body: unknown, contextTokensOf: ContextTokensOf): EmbeddingsRequest {
  const sent = parseBody(oldEmbedRequest, body)
  return { inputs: [{ text: sent.prompt }], dimensions: null, ...commonOf(sent, contextTokensOf) }
}

/** Options of samplers change nothing. */
function commonOf({ model: sent, options, keep_alive }: OllamaEmbed | OllamaOldEmbed, contextTokensOf: ContextTokensOf) {
  const model = modelNameOf(sent)
  assertStaysLoaded(keep_alive)
  samplingOf(options, contextTokensOf(model))
  return { model, contextTokens: options?.num_ctx ?? undefined }
}
