import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { coded } from '../../../core/contract/errors/coded-error'
import { madeEvents } from '../../../core/serve/testing/made-events'
import { madeServer } from '../testing/made-server'
import type { Given } from '../testing/made-service'

async function connected(given: Given) {
  const { service, url } = await madeServer(given)
  return { service, client: new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 }) }
}

const asked = { model: 'pocket', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Rain?' }] }
const tools = [{ name: 'rain', input_schema: { type: 'object' as const, properties: { city: { type: 'string' } } } }]
const rain = madeEvents(
  [{ reasoning: 'I ask.' }, { text: 'One' }, { text: ' moment.' }, { call: 'rain', pieces: ['{"city":', '"Oslo"}'] }],
  { promptTokens: 50, cachedTokens: 45 },
)

describe('Anthropic’s SDK', () => {
  it('gets the same message with and without a stream, and counts cached tokens as the engine did', async () => {
    const { client, service } = await connected(rain)
    const whole = await client.messages.create({ ...asked, tools })
    expect(whole.content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use'])
    expect(whole.content[2]).toMatchObject({ name: 'rain', input: { city: 'Oslo' } })
    expect(whole).toMatchObject({ stop_reason: 'tool_use', usage: { input_tokens: 5, cache_read_input_tokens: 45, output_tokens: 6 } })

    const stream = client.messages.stream({ ...asked, tools })
    const texts: string[] = []
    stream.on('text', (text) => texts.push(text))
    const final = await stream.finalMessage()
    expect(texts).toEqual(['One', ' moment.'])
    const { id: _, content, ...rest } = whole
    expect(final).toMatchObject(rest)
    expect(final.content.slice(0, 2)).toEqual(content.slice(0, 2))
    expect(final.content[2]).toMatchObject({ name: 'rain', input: { city: 'Oslo' } })
    expect(service.requests.map(({ prompt }) => prompt.kind === 'chat' && prompt.tools.map(({ name }) => name))).toEqual([
      ['rain'],
      ['rain'],
    ])
  })

  it('sends an answer back with its thinking and calls', async () => {
    const { client, service } = await connected(rain)
    const first = await client.messages.create({ ...asked, tools })
    const second = await client.messages.create({
      ...asked,
      tools,
      messages: [
        ...asked.messages,
        { role: 'assistant', content: first.content },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: (first.content[2] as { id: string }).id, content: 'No' }] },
      ],
    })
    const { prompt } = service.requests[1] ?? {}
    expect(prompt?.kind === 'chat' && prompt.messages.map(({ role, parts }) => [role, parts?.map(({ type }) => type)])).toEqual([
      ['user', undefined],
      ['assistant', ['reasoning', 'text', 'tool-call']],
      ['tool', ['tool-result']],
    ])
    expect(second.id).not.toBe(first.id)
  })

  it('counts the tokens of a prompt', async () => {
    const { client } = await connected([])
    expect(await client.messages.countTokens({ model: 'pocket', system: 'Be kind', messages: asked.messages })).toEqual({
      input_tokens: 12,
    })
  })

  it('gets an error with its kind, its field and, if the prompt is too long, its size', async () => {
    const { client } = await connected([coded('prompt-too-long', { promptTokens: 9000, contextTokens: 4096 })])
    const failing = (body: object, stream = false) =>
      client.messages.create({ ...asked, ...body, stream } as never).then(
        () => undefined,
        (error) => error,
      )
    for (const stream of [false, true])
      expect(await failing({}, stream)).toMatchObject({
        status: 400,
        error: {
          type: 'error',
          error: {
            type: 'exceed_context_size_error',
            message: expect.stringContaining('prompt is too long: 9000 tokens > 4096'),
            n_prompt_tokens: 9000,
            n_ctx: 4096,
          },
        },
      })
    expect(await client.models.retrieve('gpt').catch((error: unknown) => error)).toBeInstanceOf(Anthropic.NotFoundError)
    expect(await failing({ container: 'x' })).toBeInstanceOf(Anthropic.BadRequestError)
    expect((await failing({ container: 'x' })).message).toContain('container')
  })

  it('gets an error event if the engine fails after the answer began', async () => {
    const { client } = await connected([...rain.slice(0, 4), coded('no-model-loaded', {})])
    const stream = client.messages.stream(asked)
    await expect(stream.finalMessage()).rejects.toMatchObject({ error: { error: { type: 'overloaded_error' } } })
  })

  it('ends the request in the engine if it aborts', async () => {
    const { client, service } = await connected([...rain.slice(0, 4), 'until-abort'])
    const gone = new Promise((resolve) => service.gone.listen(resolve))
    const stream = client.messages.stream(asked)
    stream.on('streamEvent', ({ type }) => type === 'content_block_start' && stream.abort())
    await expect(stream.finalMessage()).rejects.toBeInstanceOf(Anthropic.APIUserAbortError)
    await gone
  })
})
