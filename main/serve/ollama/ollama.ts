import { textOf } from '../../../core/gguf/header'
import { embedAnswer, loadedLine, type OllamaAnswerOptions, OllamaStream, ollamaAnswer } from '../../../core/serve/ollama/answer'
import { embedRequest, oldEmbedRequest, readEmbed, readOldEmbed } from '../../../core/serve/ollama/embed'
import { runningJson, showJson, tagJson } from '../../../core/serve/ollama/model-json'
import { readChat, readGenerate, readShow } from '../../../core/serve/ollama/read-request'
import { ollamaRefused } from '../../../core/serve/ollama/refused'
import { chatRequest, generateRequest, showRequest } from '../../../core/serve/ollama/request-schema'
import type { ServedEvent } from '../../../core/serve/served-event'
import { collect } from '../collect'
import { ModelHeaders } from '../model-headers'
import { json, jsonLine, ndjson, type Reply } from '../reply'
import type { Call, Dialect, DialectFrame } from '../routes'
import type { ServedModel, ServeService } from '../serve-service'
import { inField } from '../token-field'

const frame: DialectFrame = { dialect: 'ollama', refused: ollamaRefused }

/** The oldest version whose API has everything that Headroom answers. Clients compare it with the version that they need. */
const apiVersion = '0.12.11'

type Read = typeof readChat

export const ollama: Dialect = (routes, service) => {
  const headers = new ModelHeaders()
  const listed = (write: (model: ReturnType<typeof ollamaModel>, header: Awaited<ReturnType<ModelHeaders['of']>>) => unknown) =>
    Promise.all(service.models().map(async (model) => write(ollamaModel(model), await headers.of(model.path))))

  routes.post(frame, '/api/chat', (call) => answer(call, 'chat', readChat, service), { body: chatRequest })
  routes.post(frame, '/api/generate', (call) => answer(call, 'generate', readGenerate, service), {
    body: generateRequest,
  })
  routes.post(frame, '/api/embed', (call) => embed(call, service), { body: embedRequest })
  routes.post(frame, '/api/embeddings', (call) => oldEmbed(call, service), { body: oldEmbedRequest })
  routes.get(frame, '/api/version', () => json({ version: apiVersion, headroom: service.version }), { isPublic: true })
  routes.get(frame, '/api/tags', async () => json({ models: await listed(tagJson) }))
  routes.get(frame, '/api/ps', async () => json({ models: await listed(runningJson) }))
  routes.post(
    frame,
    '/api/show',
    async ({ body }) => {
      const model = service.modelNamed(readShow(body))
      const header = await headers.of(model.path)
      const { source, abilities } = model.loaded.chatTemplate
      const shown = {
        ...ollamaModel(model),
        template: source === 'model' ? (textOf(header, 'tokenizer.chat_template') ?? '') : '',
        hasTools: abilities?.tools ?? false,
        hasReasoning: abilities?.reasoning ?? false,
      }
      return json(showJson(shown, header, body.verbose === true))
    },
    { body: showRequest },
  )
}

async function answer(
  { body, client, signal }: Call,
  endpoint: OllamaAnswerOptions['endpoint'],
  read: Read,
  service: ServeService,
): Promise<Reply> {
  const { request, stream } = read(body, client, (name) => {
    const { contextTokens, loaded } = service.modelNamed(name)
    return { contextTokens, abilities: loaded.chatTemplate.abilities }
  })
  const options = { endpoint, model: String(body.model) }
  if (!request) return json(loadedLine(options, new Date()))
  const events = service.answer(request, signal)
  if (stream) return ndjson(streamed(events, options), (refusal) => jsonLine(ollamaRefused(refusal)))
  return json(ollamaAnswer(await collect(events), options, new Date()))
}

async function embed({ body, signal }: Call, service: ServeService): Promise<Reply> {
  const began = performance.now()
  const request = readEmbed(body, (name) => service.modelNamed(name).contextTokens)
  const { vectors, promptTokens } = await inField('input', service.embed(request, signal))
  return json(embedAnswer(String(body.model), vectors, promptTokens, performance.now() - began))
}

async function oldEmbed({ body, signal }: Call, service: ServeService): Promise<Reply> {
  const request = readOldEmbed(body, (name) => service.modelNamed(name).contextTokens)
  const { vectors } = await service.embed(request, signal)
  return json({ embedding: vectors[0] })
}

async function* streamed(events: AsyncIterable<ServedEvent>, options: OllamaAnswerOptions): AsyncIterable<string> {
  const stream = new OllamaStream(options, () => new Date())
  for await (const event of events) for (const line of stream.push(event)) yield jsonLine(line)
}

const ollamaModel = ({ id, sizeBytes, contextTokens, loadedAtMs, loaded }: ServedModel) => ({
  id,
  sizeBytes,
  contextTokens,
  loadedAtMs,
  vramBytes: loaded.weightBytes.vram,
})
