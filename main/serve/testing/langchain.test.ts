import { HumanMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { describe, expect, it } from 'vitest'
import { madeEvents } from '../../../core/serve/testing/made-events'
import { madeServer } from './made-server'
import type { Given } from './made-service'

async function connected(given: Given) {
  const { service, url } = await madeServer(given)
  const configuration = { baseURL: `${url}/v1` }
  return { service, model: new ChatOpenAI({ model: 'pocket', apiKey: 'none', maxRetries: 0, useResponsesApi: true, configuration }) }
}

const asked = [new HumanMessage('Rain?')]
const rain = {
  type: 'function' as const,
  function: { name: 'rain', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
}

describe('LangChain at /v1/responses', () => {
  it('gets calls, and the tokens as the engine counted them', async () => {
    const { model } = await connected(madeEvents([{ text: 'One moment.' }, { call: 'rain', pieces: ['{"city":"Oslo"}'] }]))
    const answer = await model.bindTools([rain]).invoke(asked)
    expect(answer.tool_calls).toMatchObject([{ name: 'rain', args: { city: 'Oslo' } }])
    expect(answer.usage_metadata).toMatchObject({ input_tokens: 40, input_token_details: { cache_read: 30 }, output_tokens: 3 })
  })

  it('streams text', async () => {
    const { model } = await connected(madeEvents([{ text: 'It does' }, { text: ' not.' }]))
    let text = ''
    for await (const chunk of await model.stream(asked)) text += chunk.text
    expect(text).toBe('It does not.')
  })

  it('gets an error that names the field', async () => {
    const { model } = await connected([])
    await expect(model.invoke(asked, { truncation: 'auto' } as never)).rejects.toMatchObject({ status: 400, param: 'truncation' })
  })
})
