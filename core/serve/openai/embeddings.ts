/** What OpenAI's `/v1/embeddings` takes. */
import { z } from 'zod'
import { type EmbeddingsRequest, embeddingInput, inputsOf } from '../embeddings'
import { parseBody } from '../parse-body'

export const embeddingsRequest = z.strictObject({
  input: embeddingInput,
  model: z.string().min(1).nullish(),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.int().min(1).nullish(),
  user: z.string().nullish(),
})

/** Throws `api-field-refused`. */
export function readEmbeddings(body: unknown): EmbeddingsRequest & { readonly isBase64: boolean } {
  const { input, model, dimensions, encoding_format } = parseBody(embeddingsRequest, body)
  return { inputs: inputsOf(input), model: model ?? null, dimensions: dimensions ?? null, isBase64: encoding_format === 'base64' }
}
