import { randomBytes } from 'node:crypto'
import { type AnthropicAnswerOptions, AnthropicStream, anthropicMessage } from '../../../core/serve/anthropic/answer'
import { readCount, readMessages } from '../../../core/serve/anthropic/read-request'
import { anthropicRefused } from '../../../core/serve/anthropic/refused'
import { countRequest, messagesRequest } from '../../../core/serve/anthropic/request-schema'
import type { ServedEvent } from '../../../core/serve/served-event'
import { collect } from '../collect'
import { json, sse, sseEvent } from '../reply'
import type { Dialect, DialectFrame } from '../routes'

const frame: DialectFrame = { dialect: 'anthropic', refused: anthropicRefused }

export const anthropic: Dialect = (routes, service) => {
  routes.post(
    frame,
    '/v1/messages',
    async ({ body, client, signal }) => {
      const { request, stream, omitsThinking } = readMessages(body, client)
      const options = { id: `msg_${randomBytes(12).toString('hex')}`, model: service.model(request.model).id, omitsThinking }
      const events = service.answer(request, signal)
      if (!stream) return json(anthropicMessage(await collect(events), options))
      return sse(streamed(events, options), (refusal) => sseEvent('error', anthropicRefused(refusal)))
    },
    { body: messagesRequest },
  )

  routes.post(
    frame,
    '/v1/messages/count_tokens',
    async ({ body }) => {
      const { model, prompt, sampling } = readCount(body)
      service.model(model)
      return json({ input_tokens: await service.countPrompt(prompt, sampling) })
    },
    { body: countRequest },
  )
}

async function* streamed(events: AsyncIterable<ServedEvent>, options: AnthropicAnswerOptions): AsyncIterable<string> {
  const stream = new AnthropicStream(options)
  for await (const event of events) for (const each of stream.push(event)) yield sseEvent(each.type, each)
}
