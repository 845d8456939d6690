import { readEmbeddings } from '../../../core/serve/openai/embeddings'
import { json, type Reply } from '../reply'
import type { Call } from '../routes'
import type { ServeService } from '../serve-service'
import { inField } from '../token-field'

export async function embeddings({ body, signal }: Call, service: ServeService): Promise<Reply> {
  const { isBase64, ...request } = readEmbeddings(body)
  const { id } = service.model(request.model)
  const { vectors, promptTokens } = await inField('input', service.embed(request, signal))
  return json({
    object: 'list',
    data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: isBase64 ? base64Of(vector) : vector })),
    model: id,
    usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
  })
}

/** Little-endian floats, on every processor that Electron runs on. */
const base64Of = (vector: readonly number[]): string => Buffer.from(Float32Array.from(vector).buffer).toString('base64')
