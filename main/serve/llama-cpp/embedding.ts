import { inputsOf } from '../../../core/serve/embeddings'
import { embeddingRequest, unsupportedInEmbedding } from '../../../core/serve/llama-cpp/request-schema'
import { parseBody } from '../../../core/serve/parse-body'
import { fieldRefused } from '../../../core/serve/refusal'
import { refuseUnsupported } from '../../../core/serve/unsupported'
import { json, type Reply } from '../reply'
import type { Call } from '../routes'
import type { ServeService } from '../serve-service'
import { inField } from '../token-field'

/** llama-server's own shape: a list of vectors for each input, here always one. */
export async function embedding({ body, signal }: Pick<Call, 'body' | 'signal'>, service: ServeService): Promise<Reply> {
  const sent = parseBody(embeddingRequest, body)
  refuseUnsupported(sent, unsupportedInEmbedding)
  const { input, content, model } = sent
  const given = input ?? content
  if (given === undefined || given === null) throw fieldRefused('input', { kind: 'missing' })
  if (input && content) throw fieldRefused('content', { kind: 'conflicts', other: 'input' })
  const { vectors } = await inField(
    input ? 'input' : 'content',
    service.embed({ inputs: inputsOf(given), model: model ?? null, dimensions: null }, signal),
  )
  return json(vectors.map((vector, index) => ({ index, embedding: [vector] })))
}
