import { randomBytes } from 'node:crypto'
import { ChatChunks, chatCompletion } from '../../../core/serve/openai/chat-answer'
import { chatRequest } from '../../../core/serve/openai/chat-schema'
import { CompletionAnswer } from '../../../core/serve/openai/completion-answer'
import { embeddingsRequest } from '../../../core/serve/openai/embeddings'
import { readChat } from '../../../core/serve/openai/read-chat'
import { completionRequest, type ReadCompletion, readCompletion } from '../../../core/serve/openai/read-completion'
import type { Identity } from '../../../core/serve/openai/shapes'
import type { Refusal } from '../../../core/serve/refusal'
import { responsesRefused as openAiRefused } from '../../../core/serve/responses/refused'
import type { ServedEvent } from '../../../core/serve/served-event'
import { collect } from '../collect'
import { json, sse, sseData } from '../reply'
import type { Call, Dialect, DialectFrame } from '../routes'
import type { ServedModel, ServeService } from '../serve-service'
import { answerInField, inField } from '../token-field'
import { embeddings } from './embeddings'

const frame: DialectFrame = { dialect: 'openai', refused: openAiRefused }
const failed = (refusal: Refusal): string => sseData(openAiRefused(refusal))
const done = sseData('[DONE]')

export const openAi: Dialect = (routes, service) => {
  for (const path of ['/v1/models', '/models'])
    routes.get(frame, path, () => json({ object: 'list', data: service.models().map(modelShape) }), { summary: 'The loaded model' })
  routes.get(frame, '/v1/models/:model', ({ params }) => json(modelShape(service.modelNamed(params.model ?? ''))), { summary: 'One model' })
  for (const path of ['/v1/chat/completions', '/chat/completions']) {
    routes.post(frame, path, (call) => chat(call, service), { body: chatRequest, summary: 'Answer a conversation' })
    routes.post(frame, `${path}/input_tokens`, (call) => countChat(call, service), {
      body: chatRequest,
      summary: 'How many tokens the prompt of a conversation has',
    })
  }
  routes.post(frame, '/v1/completions', (call) => complete(call, service), { body: completionRequest, summary: 'Continue a text' })
  routes.post(frame, '/v1/embeddings', (call) => embeddings(call, service), {
    body: embeddingsRequest,
    summary: 'The vectors of texts',
  })
}

async function chat({ body, client, signal }: Call, service: ServeService) {
  const abilities = service.models()[0]?.loaded.chatTemplate.abilities ?? null
  const { request, isStreamed, includesUsage, includesProgress, timesTokens } = readChat(body, client, abilities)
  const identity = identityOf('chatcmpl', service.model(request.model), service)
  const wantsLogprobs = request.topLogprobs !== null
  const events = service.answer(request, signal)
  if (!isStreamed) return json(chatCompletion(await collect(events), identity, wantsLogprobs))
  const chunks = new ChatChunks(identity, { answers: request.answers, wantsLogprobs, includesUsage, includesProgress, timesTokens }, () =>
    performance.now(),
  )
  return sse(chatStream(events, chunks), failed)
}

async function countChat({ body, client }: Call, service: ServeService) {
  const { request } = readChat(body, client, service.models()[0]?.loaded.chatTemplate.abilities ?? null)
  service.model(request.model)
  return json({ object: 'response.input_tokens', input_tokens: await service.countPrompt(request.prompt, request.sampling) })
}

async function* chatStream(events: AsyncIterable<ServedEvent>, chunks: ChatChunks): AsyncGenerator<string, void> {
  for await (const event of events) yield* inOneWrite(chunks.push(event))
  yield* inOneWrite(chunks.end())
  yield done
}

/** Chunks of one event share a packet. */
const inOneWrite = (chunks: readonly object[]): string[] => (chunks.length === 0 ? [] : [chunks.map(sseData).join('')])

async function complete({ body, client, signal }: Call, service: ServeService) {
  const read = readCompletion(body, client)
  const { requests, answers, isStreamed, includesUsage, wantsLogprobs } = read
  const identity = identityOf('cmpl', service.model(requests[0]?.model ?? null), service)
  const echoed = await echoedTexts(read, service)
  const answer = new CompletionAnswer(identity, { answers, wantsLogprobs, includesUsage, echoed })
  if (isStreamed) return sse(completionStream(read, answer, service, signal), failed)
  for (const [prompt, request] of requests.entries())
    for await (const event of answerInField('prompt', service.answer(request, signal))) answer.push(prompt, event)
  return json(answer.whole())
}

async function* completionStream(
  { requests }: ReadCompletion,
  answer: CompletionAnswer,
  service: ServeService,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  let hasBegun = false
  for (const [prompt, request] of requests.entries())
    for await (const event of answerInField('prompt', service.answer(request, signal))) {
      yield* inOneWrite([...(hasBegun ? [] : answer.begin()), ...answer.push(prompt, event)])
      hasBegun = true
    }
  yield* inOneWrite(answer.end())
  yield done
}

function echoedTexts({ requests, echoes }: ReadCompletion, service: ServeService): Promise<string[]> {
  return Promise.all(
    requests.map(async ({ prompt }) => {
      if (!echoes) return ''
      return prompt.kind === 'text' ? prompt.text : prompt.kind === 'tokens' ? inField('prompt', service.detokenize(prompt.tokens)) : ''
    }),
  )
}

const identityOf = (prefix: string, model: ServedModel, service: ServeService): Identity => ({
  id: `${prefix}-${randomBytes(16).toString('hex')}`,
  model: model.id,
  created: Math.floor(Date.now() / 1000),
  fingerprint: service.build(),
})

const modelShape = ({ id, loaded, sizeBytes, contextTokens, loadedAtMs }: ServedModel) => ({
  id,
  object: 'model',
  created: Math.floor(loadedAtMs / 1000),
  owned_by: 'headroom',
  meta: {
    n_ctx: contextTokens,
    n_ctx_train: loaded.trainedTokens,
    n_params: loaded.parameters,
    n_vocab: loaded.vocabularyTokens,
    size: sizeBytes,
  },
})
