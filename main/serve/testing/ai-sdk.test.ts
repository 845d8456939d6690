import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateObject, generateText, jsonSchema, type LanguageModel, stepCountIs, streamText, tool } from 'ai'
import { describe, expect, it } from 'vitest'
import { coded } from '../../../core/contract/errors/coded-error'
import { madeEvents } from '../../../core/serve/testing/made-events'
import { madeServer } from './made-server'
import type { Given } from './made-service'

type Provider = (baseURL: string) => LanguageModel

const providers: readonly (readonly [string, Provider])[] = [
  ['Anthropic', (baseURL) => createAnthropic({ baseURL, apiKey: 'none' })('pocket')],
  [
    'OpenAI-compatible',
    (baseURL) => createOpenAICompatible({ name: 'headroom', baseURL, includeUsage: true, supportsStructuredOutputs: true })('pocket'),
  ],
]

async function connected(provider: Provider, given: Given) {
  const { service, url } = await madeServer(given)
  return { service, model: provider(`${url}/v1`) }
}

const rain = tool({
  description: 'Whether it rains',
  inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }),
  execute: async ({ city }) => `No rain in ${city}`,
})
const asked = { prompt: 'Rain?', maxRetries: 0, maxOutputTokens: 100 } as const
const calling = madeEvents([{ reasoning: 'I ask.' }, { text: 'One moment.' }, { call: 'rain', pieces: ['{"city":', '"Oslo"}'] }])
const saying = madeEvents([{ text: 'It does' }, { text: ' not.' }], { promptTokens: 80, cachedTokens: 60 })

describe.each(providers)('the Vercel AI SDK with its %s provider', (name, provider) => {
  it('runs the tool that the model calls, and sends reasoning and result back', async () => {
    const { model, service } = await connected(provider, calling)
    const { steps } = await generateText({
      ...asked,
      model,
      tools: { rain },
      stopWhen: stepCountIs(2),
      onStepFinish() {
        service.given = saying
      },
    })
    expect(steps.map(({ text, toolCalls }) => [text, toolCalls.length])).toEqual([
      ['One moment.', 1],
      ['It does not.', 0],
    ])
    const { prompt } = service.requests[1] ?? {}
    expect(prompt?.kind === 'chat' && prompt.messages.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Rain?'],
      ['assistant', 'I ask.One moment.{"city":"Oslo"}'],
      ['tool', 'No rain in Oslo'],
    ])
  })

  it('streams text, and counts cached tokens as the engine did', async () => {
    const { model } = await connected(provider, saying)
    const { textStream, usage } = streamText({ ...asked, model })
    const texts: string[] = []
    for await (const text of textStream) texts.push(text)
    expect(texts).toEqual(['It does', ' not.'])
    expect(await usage).toMatchObject({ inputTokens: 80, inputTokenDetails: { cacheReadTokens: 60 }, outputTokens: 2 })
  })

  it('makes an object of a schema', async () => {
    const json = '{"city":"Oslo"}'
    const { model } = await connected(provider, madeEvents([name === 'Anthropic' ? { call: 'json', pieces: [json] } : { text: json }]))
    const schema = jsonSchema<{ city: string }>({
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    })
    expect((await generateObject({ ...asked, model, schema })).object).toEqual({ city: 'Oslo' })
  })

  it('gets errors, and ends the request in the engine if it aborts', async () => {
    const { model, service } = await connected(provider, [coded('prompt-too-long', { promptTokens: 9000, contextTokens: 4096 })])
    await expect(generateText({ ...asked, model })).rejects.toThrow(
      name === 'Anthropic' ? 'prompt is too long: 9000 tokens > 4096' : '9,000',
    )
    service.given = [...saying.slice(0, 3), 'until-abort']
    const gone = new Promise((resolve) => service.gone.listen(resolve))
    const over = new AbortController()
    const { textStream } = streamText({ ...asked, model, abortSignal: over.signal })
    for await (const _ of textStream) over.abort()
    await gone
  })
})
