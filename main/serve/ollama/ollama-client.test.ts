import { Ollama } from 'ollama'
import { describe, expect, it } from 'vitest'
import { coded } from '../../../core/contract/errors/coded-error'
import { madeEvents } from '../../../core/serve/testing/made-events'
import { madeServer } from '../testing/made-server'
import type { Given } from '../testing/made-service'

async function connected(given: Given = []) {
  const { service, url } = await madeServer(given)
  return { service, client: new Ollama({ host: url }), url }
}

const asked = { model: 'pocket', messages: [{ role: 'user', content: 'Rain?' }] }
const rain = madeEvents([{ reasoning: 'I ask.' }, { text: 'One' }, { text: ' moment.' }, { call: 'rain', pieces: ['{"city":', '"Oslo"}'] }])

describe('Ollama’s client', () => {
  it('gets thinking, text, whole calls, and the tokens as the engine counted them', async () => {
    const { client } = await connected(rain)
    const whole = await client.chat({ ...asked, think: true, stream: false })
    expect(whole).toMatchObject({
      message: { thinking: 'I ask.', content: 'One moment.', tool_calls: [{ function: { name: 'rain', arguments: { city: 'Oslo' } } }] },
      done_reason: 'stop',
      prompt_eval_count: 40,
      prompt_eval_cached_count: 30,
      eval_count: 6,
    })
    const parts = []
    for await (const part of await client.chat({ ...asked, stream: true })) parts.push(part)
    expect(parts.map(({ message }) => message.content).join('')).toBe('One moment.')
    expect(parts.at(-1)).toMatchObject({ done: true, prompt_eval_cached_count: 30 })
    expect(parts.flatMap(({ message }) => message.tool_calls ?? [])).toHaveLength(1)
  })

  it('generates from a prompt or from the raw text', async () => {
    const { client, service } = await connected(madeEvents([{ text: 'upon' }]))
    expect(await client.generate({ model: 'pocket', prompt: 'Once', raw: true, options: { temperature: 0 } })).toMatchObject({
      response: 'upon',
    })
    await client.generate({ model: 'pocket', prompt: 'Once', system: 'x', format: { type: 'object' } })
    expect(service.requests.map(({ prompt }) => prompt.kind)).toEqual(['text', 'chat'])
    expect(service.requests[1]?.sampling.grammar).toEqual({ kind: 'json-schema', text: '{"type":"object"}' })
  })

  it('lists, shows and loads the model', async () => {
    const { client } = await connected()
    expect((await client.list()).models).toMatchObject([{ name: 'pocket:latest', details: { format: 'gguf', family: 'llama' } }])
    expect((await client.ps()).models).toMatchObject([{ model: 'pocket:latest', context_length: 4096, size_vram: 0 }])
    expect(await client.show({ model: 'pocket:latest' })).toMatchObject({
      capabilities: ['completion', 'tools', 'thinking'],
      model_info: { 'general.architecture': 'llama' },
    })
    expect(await client.version()).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), headroom: '0.1.0' })
    expect(await client.generate({ model: 'pocket', prompt: '' })).toMatchObject({ done: true, done_reason: 'load' })
  })

  it('gets vectors, of one text or of several', async () => {
    const { client } = await connected()
    const model = 'pocket:latest'
    expect(await client.embed({ model, input: ['a', 'ab'], keep_alive: '5m', options: { num_ctx: 512 } })).toMatchObject({
      model,
      embeddings: [
        [1, 0],
        [0.5, expect.closeTo(0.866, 3)],
      ],
      prompt_eval_count: 3,
    })
    expect((await client.embed({ model, input: 'a', truncate: false, dimensions: 2 })).embeddings).toEqual([[1, 0]])
    expect(await client.embeddings({ model, prompt: 'a' })).toEqual({ embedding: [1, 0] })
    const refused = async (change: object) => expect(client.embed({ model, input: 'a', ...change })).rejects
    await (await refused({ truncate: true })).toMatchObject({ status_code: 400, error: expect.stringContaining('truncate') })
    await (await refused({ keep_alive: 0 })).toMatchObject({ status_code: 400, error: expect.stringContaining('keep_alive') })
    await (await refused({ dimensions: 8 })).toMatchObject({ status_code: 400, error: expect.stringContaining('dimensions') })
    await (await refused({ options: { num_ctx: 9000 } })).toMatchObject({ status_code: 400, error: expect.stringContaining('num_ctx') })
    await (await refused({ model: 'gpt' })).toMatchObject({ status_code: 404 })
  })

  it('gets an error that names the field, and one with the size of a prompt that is too long', async () => {
    const { client, url } = await connected([coded('prompt-too-long', { promptTokens: 9000, contextTokens: 4096 })])
    await expect(client.chat({ ...asked, options: { mirostat: 2 } })).rejects.toMatchObject({
      status_code: 400,
      error: expect.stringContaining('options.mirostat'),
    })
    await expect(client.chat({ ...asked, model: 'gpt' })).rejects.toMatchObject({ status_code: 404 })
    const response = await fetch(`${url}/api/chat`, { method: 'POST', body: JSON.stringify(asked) })
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: expect.any(String), type: 'exceed_context_size_error', n_prompt_tokens: 9000, n_ctx: 4096 },
    ])
  })

  it('ends the request in the engine if it aborts', async () => {
    const { client, service } = await connected([...rain.slice(0, 4), 'until-abort'])
    const gone = new Promise((resolve) => service.gone.listen(resolve))
    const stream = await client.chat({ ...asked, stream: true })
    const read = (async () => {
      for await (const _ of stream) stream.abort()
    })()
    await expect(read).rejects.toThrow()
    await gone
  })
})
