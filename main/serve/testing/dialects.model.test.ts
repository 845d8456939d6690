import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServedFinish } from '../../../core/serve/served-event'
import { quantizedPocket } from '../../../native-models/testing/quantized-pocket'
import { forkEngine } from '../../supervisor/fork-engine'
import { type Served, served } from './served'

const root = join(import.meta.dirname, '../../..')
const modelPath = await quantizedPocket()

let server: Served
/** What the engine counted, oldest first. */
const finishes: ServedFinish[] = []

beforeAll(async () => {
  const engine = await forkEngine(join(root, 'out/engine/index.mjs'))()
  server = await served(engine, { modelPath, contextTokens: 1024, settings: { sequences: 2, gpuBackend: 'cpu', gpuLayers: 0 }, keys: null })
  server.service.news.listen((news) => news.type === 'event' && news.event.type === 'finish' && finishes.push(news.event))
})
afterAll(() => server.close())

const question = 'What is the KV cache?'
const next = 'How large is it?'
const last = () => finishes.at(-1)?.usage
const post = async (path: string, body: object) => {
  const response = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, text: await response.text() }
}

describe('cached tokens are what the engine counted', () => {
  it('in Anthropic’s dialect, which leaves them out of the input', async () => {
    const client = new Anthropic({ baseURL: server.url, apiKey: 'none' })
    const asked = { model: 'test-model', max_tokens: 24, system: 'A', messages: [{ role: 'user' as const, content: question }] }
    const first = await client.messages.create(asked)
    const more = {
      ...asked,
      messages: [...asked.messages, { role: 'assistant' as const, content: first.content }, { role: 'user' as const, content: next }],
    }
    const { max_tokens: _, ...counted } = more
    const { input_tokens } = await client.messages.countTokens(counted)
    const { usage } = await client.messages.stream(more).finalMessage()
    expect(usage.cache_read_input_tokens).toBe(last()?.cachedTokens)
    expect(usage.cache_read_input_tokens).toBeGreaterThan(20)
    expect(usage.input_tokens + (usage.cache_read_input_tokens ?? 0)).toBe(input_tokens)
    expect(usage.output_tokens).toBe(last()?.outputTokens)
  })

  it('in Ollama’s dialect, which counts them in', async () => {
    const client = new Ollama({ host: server.url })
    const messages = [
      { role: 'system', content: 'B' },
      { role: 'user', content: question },
    ]
    const options = { num_predict: 24 }
    const first = await client.chat({ model: 'test-model', messages, options })
    const answer = await client.chat({
      model: 'test-model',
      messages: [...messages, first.message, { role: 'user', content: next }],
      options,
    })
    expect(answer).toMatchObject({
      prompt_eval_count: last()?.promptTokens,
      prompt_eval_cached_count: last()?.cachedTokens,
      eval_count: last()?.outputTokens,
    })
    expect(last()?.cachedTokens).toBeGreaterThan(20)
    expect(answer.total_duration).toBeGreaterThanOrEqual(answer.prompt_eval_duration + answer.eval_duration)
  })

  it('in OpenAI’s Responses, continued by id', async () => {
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none' })
    const first = await client.responses.create({ model: 'test-model', instructions: 'C', input: question, max_output_tokens: 24 })
    const asked = { model: 'test-model', instructions: 'C', previous_response_id: first.id, input: next, max_output_tokens: 24 }
    let usage: unknown
    for await (const event of await client.responses.create({ ...asked, stream: true }))
      if ('response' in event) usage = event.response.usage
    expect(usage).toMatchObject({ input_tokens: last()?.promptTokens, input_tokens_details: { cached_tokens: last()?.cachedTokens } })
    expect(last()?.cachedTokens).toBeGreaterThan(20)
  })

  it('in llama-server’s dialect, on token ids', async () => {
    const { tokens } = JSON.parse(
      (await post('/tokenize', { content: 'The cache has keys and values. '.repeat(5), add_special: true })).text,
    )
    const first = JSON.parse((await post('/completion', { prompt: tokens, n_predict: 4, return_tokens: true })).text)
    expect(first.tokens).toHaveLength(4)
    const again = JSON.parse((await post('/completion', { prompt: [...tokens, ...first.tokens, tokens[1]], n_predict: 4 })).text)
    expect(again.timings).toMatchObject({ cache_n: last()?.cachedTokens, prompt_n: last()?.processedTokens, predicted_n: 4 })
    expect(again.timings.cache_n).toBe(tokens.length + first.tokens.length - 1)
    expect(again.tokens_evaluated).toBe(tokens.length + 5)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    const sum = finishes.reduce((total, { usage }) => total + usage.cachedTokens, 0)
    expect(metrics).toContain(`llamacpp:prompt_tokens_cached_total ${sum}\n`)
    expect(metrics).toMatch(/^headroom:cells_used\{kind="full"\} [1-9]/m)
    expect(metrics).toMatch(/^headroom:store_bytes\{tier="cells"\} [1-9]/m)
  })
})

describe('the engine does what the dialects ask for', () => {
  it('answers with reasoning, calls the tool it must call, and reads the result', async () => {
    const client = new Anthropic({ baseURL: server.url, apiKey: 'none' })
    const tools = [
      {
        name: 'weather',
        description: 'Weather of a city',
        input_schema: { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] },
      },
    ]
    const messages = [{ role: 'user' as const, content: 'What is the weather in Oslo?' }]
    const called = await client.messages.create({ model: 'test-model', max_tokens: 120, tools, tool_choice: { type: 'any' }, messages })
    const use = called.content.find((block) => block.type === 'tool_use')
    expect([called.stop_reason, use]).toEqual([
      'tool_use',
      expect.objectContaining({ id: expect.stringMatching(/^call_[0-9a-f]{18}_0$/), name: 'weather', input: { city: expect.any(String) } }),
    ])
    const result = { type: 'tool_result' as const, tool_use_id: use?.id ?? '', content: 'Rain' }
    const answered = await client.messages.create({
      model: 'test-model',
      max_tokens: 20,
      tools,
      messages: [...messages, { role: 'assistant', content: called.content }, { role: 'user', content: [result] }],
    })
    expect(answered.usage.cache_read_input_tokens).toBeGreaterThan(called.usage.input_tokens)
    const thought = await client.messages.create({
      model: 'test-model',
      max_tokens: 200,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages,
    })
    expect(thought.content[0]).toMatchObject({
      type: 'thinking',
      thinking: expect.stringMatching(/\S/),
      signature: expect.stringMatching(/^headroom-/),
    })
  })

  it('keeps to a schema in each dialect', async () => {
    const schema = { type: 'object', properties: { large: { type: 'boolean' } }, required: ['large'], additionalProperties: false }
    const valid = (text: string) => expect(JSON.parse(text)).toEqual({ large: expect.any(Boolean) })
    const chat = await new Ollama({ host: server.url }).chat({
      model: 'test-model',
      messages: [{ role: 'user', content: next }],
      format: schema,
    })
    valid(chat.message.content)
    valid(JSON.parse((await post('/completion', { prompt: 'Large?', json_schema: schema })).text).content)
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none' })
    const format = { type: 'json_schema' as const, name: 'size', schema }
    valid((await client.responses.create({ model: 'test-model', input: next, text: { format } })).output_text)
    const anthropic = new Anthropic({ baseURL: server.url, apiKey: 'none' })
    const { content } = await anthropic.messages.create({
      model: 'test-model',
      max_tokens: 50,
      messages: [{ role: 'user', content: next }],
      output_config: { format: { type: 'json_schema', schema } },
    })
    valid(content.map((block) => (block.type === 'text' ? block.text : '')).join(''))
  })

  it('applies the chat template exactly as for the prompt of a chat', async () => {
    const messages = [
      { role: 'system', content: 'Be kind' },
      { role: 'user', content: question },
    ]
    const { prompt } = JSON.parse((await post('/apply-template', { messages })).text)
    expect(prompt).toMatch(/<\|im_start\|>user\nWhat is the KV cache\?<\|im_end\|>\n<\|im_start\|>assistant\n$/)
    const { tokens } = JSON.parse((await post('/tokenize', { content: prompt })).text)
    const byDefault = await post('/apply-template', { messages, add_generation_prompt: null })
    expect(JSON.parse(byDefault.text).prompt).toBe(prompt)
    const without = await post('/apply-template', { messages, add_generation_prompt: false })
    expect(`${JSON.parse(without.text).prompt}<|im_start|>assistant\n`).toBe(prompt)
    const { text } = await post('/v1/messages/count_tokens', { model: 'test-model', system: 'Be kind', messages: messages.slice(1) })
    expect(JSON.parse(text)).toEqual({ input_tokens: tokens.length })
    const props = JSON.parse(await (await fetch(`${server.url}/props`)).text())
    expect(props).toMatchObject({ bos_token: '<|bos|>', eos_token: '<|im_end|>', chat_template: expect.stringContaining('im_start') })
  })

  it('counts calls of llama_decode, and lists the tokens that ignore_eos forbids', async () => {
    const value = async (name: string) =>
      Number((await (await fetch(`${server.url}/metrics`)).text()).match(new RegExp(`^llamacpp:${name} (\\S+)$`, 'm'))?.[1])
    const before = await value('n_decode_total')
    const { text } = await post('/completion', { prompt: 'Once upon a time', n_predict: 8, ignore_eos: true })
    // A call for the prompt, which gives the first token, and one for each further token of the answer.
    expect((await value('n_decode_total')) - before).toBe(8)
    expect(await value('n_busy_slots_per_decode')).toBeGreaterThanOrEqual(1)
    const { generation_settings } = JSON.parse(text)
    const { eos_token } = JSON.parse(await (await fetch(`${server.url}/props`)).text())
    const { tokens } = JSON.parse((await post('/tokenize', { content: eos_token })).text)
    expect(generation_settings.logit_bias).toContainEqual({ token: tokens[0], bias: null })
  })

  it('takes the slot that a request names, and continues its cells there', async () => {
    const prompt = 'Slots hold the cells of a prompt. '.repeat(4)
    const completed = async (more: object) => JSON.parse((await post('/completion', { prompt, n_predict: 2, ...more })).text)
    for (const slot of [0, 1, 0]) expect((await completed({ id_slot: slot })).id_slot).toBe(slot)
    expect((await completed({ id_slot: 1, prompt: `${prompt}More` })).timings.cache_n).toBeGreaterThan(20)
    const both = await Promise.all([1, 1, 0].map(async (slot) => (await completed({ id_slot: slot })).id_slot))
    expect(both).toEqual([1, 1, 0])
    const chat = { messages: [{ role: 'user', content: question }], max_tokens: 2, id_slot: 1, n: 2 }
    expect((await post('/v1/chat/completions', chat)).status).toBe(200)
    expect(finishes.slice(-2).map(({ slot }) => slot)).toContain(1)
    const refused = await post('/completion', { prompt, id_slot: 2 })
    expect([refused.status, JSON.parse(refused.text).error]).toMatchObject([400, { param: 'id_slot' }])
    expect(refused.text).toContain('Expected a slot from 0 to 1')
  })

  it('stops at a stop string and says which', async () => {
    const { text } = await post('/completion', {
      prompt: '<|im_start|>user\nTell me a tiny story.<|im_end|>\n<|im_start|>assistant\n',
      n_predict: 60,
      stop: ['e', 'a', 'o'],
    })
    expect(JSON.parse(text)).toMatchObject({ stop_type: 'word', stopping_word: expect.stringMatching(/^[eao]$/) })
    const client = new Anthropic({ baseURL: server.url, apiKey: 'none' })
    const message = await client.messages.create({
      model: 'test-model',
      max_tokens: 60,
      stop_sequences: [' the'],
      messages: [{ role: 'user', content: question }],
    })
    expect([message.stop_reason, message.stop_sequence]).toEqual(['stop_sequence', ' the'])
  })

  it('frees the slot of a client that goes away', async () => {
    const over = new AbortController()
    const body = JSON.stringify({ prompt: 'Once', n_predict: 900, ignore_eos: true, stream: true })
    const response = await fetch(`${server.url}/completion`, { method: 'POST', body, signal: over.signal })
    const ended = new Promise<boolean>((resolve) => server.service.news.listen((news) => news.type === 'ended' && resolve(news.gone)))
    await response.body?.getReader().read()
    over.abort()
    expect(await ended).toBe(true)
    expect(server.service.queue().running).toBe(0)
  })
})
