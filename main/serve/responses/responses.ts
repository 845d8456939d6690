import { randomBytes } from 'node:crypto'
import { parseQuery } from '../../../core/serve/parse-body'
import { ResponseBuilder } from '../../../core/serve/responses/answer'
import { checkRetrieve, inputItemsPage, inputItemsQuery, noQuery, retrieveQuery, withIds } from '../../../core/serve/responses/input-items'
import { type ReadResponses, readResponses } from '../../../core/serve/responses/read-request'
import { responsesRefused } from '../../../core/serve/responses/refused'
import { responsesRequest } from '../../../core/serve/responses/request-schema'
import { asInput, ResponseStore } from '../../../core/serve/responses/response-store'
import type { ServedEvent } from '../../../core/serve/served-event'
import type { ServedClient } from '../../../core/serve/served-request'
import { json, sse, sseEvent } from '../reply'
import type { Call, Dialect, DialectFrame } from '../routes'

const frame: DialectFrame = { dialect: 'responses', refused: responsesRefused }

export const responses: Dialect = (routes, service) => {
  const store = new ResponseStore()
  const read = (body: unknown, client: ServedClient) =>
    readResponses(body, client, store, service.models()[0]?.loaded.chatTemplate.abilities ?? null)

  // As in llama-server, also without /v1.
  for (const path of ['/v1/responses', '/responses']) {
    routes.post(
      frame,
      path,
      async ({ body, client, signal }) => {
        const asked = read(body, client)
        const { sent, request } = asked
        const builder = new ResponseBuilder(
          {
            sent,
            model: service.model(request.model).id,
            createdAt: Math.floor(Date.now() / 1000),
            id: randomBytes(16).toString('hex'),
          },
          Date.now,
        )
        const events = service.answer(request, signal)
        if (sent.stream) {
          return sse(
            streamed(events, builder, () => keep(asked, builder, store)),
            (refusal) => builder.failed(refusal).map(written).join(''),
          )
        }
        for await (const event of events) builder.push(event)
        keep(asked, builder, store)
        return json(builder.body)
      },
      { body: responsesRequest },
    )

    routes.post(
      frame,
      `${path}/input_tokens`,
      async ({ body, client }) => {
        const { request } = read(body, client)
        service.model(request.model)
        return json({ object: 'response.input_tokens', input_tokens: await service.countPrompt(request.prompt, request.sampling) })
      },
      { body: responsesRequest },
    )
  }

  const storedFor = ({ params, client }: Call) => store.get(params.id ?? '', client.keyName)
  routes.get(
    frame,
    '/v1/responses/:id',
    (call) => {
      checkRetrieve(call.query)
      return json(storedFor(call).body)
    },
    { query: retrieveQuery },
  )
  routes.get(frame, '/v1/responses/:id/input_items', (call) => json(inputItemsPage(storedFor(call), call.query)), {
    query: inputItemsQuery,
  })
  routes.delete(
    frame,
    '/v1/responses/:id',
    (call) => {
      parseQuery(noQuery, call.query)
      const { id } = storedFor(call)
      store.forget(id)
      return json({ id, object: 'response', deleted: true })
    },
    { query: noQuery },
  )
}

const written = (event: { readonly type: string }): string => sseEvent(event.type, event)

async function* streamed(events: AsyncIterable<ServedEvent>, builder: ResponseBuilder, end: () => void): AsyncIterable<string> {
  for await (const event of events) {
    const pushed = builder.push(event)
    // Stored before the client learns the id, because its next request may follow at once.
    if (event.type === 'finish') end()
    for (const each of pushed) yield written(each)
  }
}

function keep({ sent, request, items }: ReadResponses, builder: ResponseBuilder, store: ResponseStore): void {
  if (sent.store === false) return
  const { body } = builder
  const id = body.id as string
  store.keep({ id, keyName: request.client.keyName, body, input: withIds(id, items), output: asInput(builder.items) })
}
