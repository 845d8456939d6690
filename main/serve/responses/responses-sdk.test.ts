import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { coded } from '../../../core/contract/errors/coded-error'
import { madeEvents } from '../../../core/serve/testing/made-events'
import { keyToStore } from '../keys/api-keys'
import { madeServer } from '../testing/made-server'
import type { Given } from '../testing/made-service'

async function connected(given: Given) {
  const { service, url } = await madeServer(given)
  return { service, client: new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 }) }
}

const tools = [{ type: 'function' as const, name: 'rain', parameters: { type: 'object' }, strict: true }]
const asked = { model: 'pocket', input: 'Rain?', tools }
const rain = madeEvents([{ reasoning: 'I ask.' }, { text: 'One' }, { text: ' moment.' }, { call: 'rain', pieces: ['{"city":', '"Oslo"}'] }])

describe('OpenAI’s SDK at /v1/responses', () => {
  it('gets the same response with and without a stream, and counts cached tokens as the engine did', async () => {
    const { client } = await connected(rain)
    const whole = await client.responses.create(asked)
    expect(whole.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call'])
    expect(whole).toMatchObject({
      output_text: 'One moment.',
      status: 'completed',
      usage: {
        input_tokens: 40,
        input_tokens_details: { cached_tokens: 30 },
        output_tokens: 6,
        output_tokens_details: { reasoning_tokens: 1 },
      },
    })
    const stream = client.responses.stream(asked)
    const deltas: string[] = []
    stream.on('response.output_text.delta', ({ delta }) => deltas.push(delta))
    const final = await stream.finalResponse()
    expect(deltas).toEqual(['One', ' moment.'])
    expect(final.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call'])
    expect(final.usage).toEqual(whole.usage)
  })

  it('gets the same response at the path without /v1, which llama-server has too', async () => {
    const { url } = await madeServer(rain)
    const client = new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 })
    expect((await client.responses.create(asked)).output_text).toBe('One moment.')
  })

  it('continues a response by its id, and not after it was deleted', async () => {
    const { client, service } = await connected(rain)
    const first = await client.responses.create(asked)
    const call = first.output.find((item) => item.type === 'function_call')
    const output = { type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: 'No' }
    await client.responses.create({ ...asked, previous_response_id: first.id, input: [output] })
    const { prompt } = service.requests[1] ?? {}
    expect(prompt?.kind === 'chat' && prompt.messages.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Rain?'],
      ['assistant', 'I ask.One moment.{"city":"Oslo"}'],
      ['tool', 'No'],
    ])
    expect((await client.responses.retrieve(first.id)).id).toBe(first.id)
    await client.responses.delete(first.id)
    await expect(client.responses.create({ ...asked, previous_response_id: first.id })).rejects.toMatchObject({ status: 404 })
  })

  it('gets no response of another key, and no item of it', async () => {
    const keys = [keyToStore('a', 'key-a'), keyToStore('b', 'key-b')]
    const { url, service } = await madeServer(rain, { keys: () => keys })
    const [own, other] = ['key-a', 'key-b'].map((apiKey) => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 })) as [OpenAI, OpenAI]
    const first = await own.responses.create(asked)
    const unknown = { status: 404, code: 'api-response-unknown' }
    await expect(other.responses.retrieve(first.id)).rejects.toMatchObject(unknown)
    await expect(other.responses.inputItems.list(first.id)).rejects.toMatchObject(unknown)
    await expect(other.responses.delete(first.id)).rejects.toMatchObject(unknown)
    await expect(other.responses.create({ ...asked, previous_response_id: first.id })).rejects.toMatchObject(unknown)
    const reference = { type: 'item_reference' as const, id: first.output[1]?.id ?? '' }
    await expect(other.responses.create({ ...asked, input: [reference] })).rejects.toMatchObject({ status: 400, param: 'input[0].id' })
    expect(service.requests).toHaveLength(1)
    await own.responses.create({ ...asked, input: [reference, { role: 'user', content: 'Well?' }] })
    await own.responses.delete(first.id)
  })

  it('lists the input items of a response page by page, and refuses other query fields', async () => {
    const { client } = await connected(rain)
    const input = ['One', 'Two', 'Three'].map((content) => ({ role: 'user' as const, content }))
    const { id } = await client.responses.create({ ...asked, input })
    const listed: unknown[] = []
    for await (const item of client.responses.inputItems.list(id, { limit: 2, order: 'asc' }))
      listed.push(item.type === 'message' && item.content)
    expect(listed).toEqual(['One', 'Two', 'Three'])
    await expect(client.responses.inputItems.list(id, { include: ['reasoning.encrypted_content'] })).rejects.toMatchObject({
      status: 400,
      param: 'include',
    })
    await expect(client.responses.retrieve(id, { stream: true })).rejects.toMatchObject({ status: 400, param: 'stream' })
    await expect(client.responses.delete(id, { query: { foo: 1 } })).rejects.toMatchObject({ status: 400, param: 'foo' })
  })

  it('continues a response that was streamed', async () => {
    const { client, service } = await connected(rain)
    const { id } = await client.responses.stream(asked).finalResponse()
    await client.responses.create({ model: 'pocket', previous_response_id: id, input: 'And now?' })
    const { prompt } = service.requests[1] ?? {}
    expect(prompt?.kind === 'chat' && prompt.messages.length).toBe(3)
  })

  it('keeps nothing if the request says so, and gives the reasoning to the client instead', async () => {
    const { client, service } = await connected(rain)
    const first = await client.responses.create({ ...asked, store: false, include: ['reasoning.encrypted_content'] })
    await expect(client.responses.retrieve(first.id)).rejects.toMatchObject({ status: 404 })
    const [reasoning] = first.output as [OpenAI.Responses.ResponseReasoningItem]
    const { content: _, ...sealed } = reasoning
    await client.responses.create({ ...asked, input: [{ role: 'user', content: 'Rain?' }, sealed, { role: 'user', content: 'Well?' }] })
    const { prompt } = service.requests[1] ?? {}
    expect(prompt?.kind === 'chat' && prompt.messages[1]?.text).toBe('I ask.')
  })

  it('gets errors with a code, a field and the size of a prompt that is too long', async () => {
    const { client } = await connected([coded('prompt-too-long', { promptTokens: 9000, contextTokens: 4096 })])
    await expect(client.responses.create(asked)).rejects.toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
      type: 'exceed_context_size_error',
      error: { n_prompt_tokens: 9000, n_ctx: 4096 },
    })
    await expect(client.responses.create({ ...asked, truncation: 'auto' })).rejects.toMatchObject({ status: 400, param: 'truncation' })
  })

  it('ends the request in the engine if it aborts', async () => {
    const { client, service } = await connected([...rain.slice(0, 4), 'until-abort'])
    const gone = new Promise((resolve) => service.gone.listen(resolve))
    const stream = await client.responses.create({ ...asked, stream: true })
    for await (const event of stream) if (event.type === 'response.output_text.delta') stream.controller.abort()
    await gone
  })
})
