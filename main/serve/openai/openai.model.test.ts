import { join } from 'node:path'
import OpenAI, { APIError } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServedFinish } from '../../../core/serve/served-event'
import { quantizedPocket } from '../../../native-models/testing/quantized-pocket'
import { forkEngine } from '../../supervisor/fork-engine'
import { type Served, served } from '../testing/served'

const root = join(import.meta.dirname, '../../..')
const modelPath = await quantizedPocket()

let server: Served
let client: OpenAI
/** What the engine counted, oldest first. */
const finishes: ServedFinish[] = []

beforeAll(async () => {
  const engine = await forkEngine(join(root, 'out/engine/index.mjs'))()
  server = await served(engine, { modelPath, contextTokens: 1024, settings: { sequences: 2, gpuBackend: 'cpu', gpuLayers: 0 }, keys: null })
  server.service.news.listen((news) => news.type === 'event' && news.event.type === 'finish' && finishes.push(news.event))
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 })
})
afterAll(() => server.close())

const model = 'test-model'
const user = (content: string) => ({ role: 'user' as const, content })
const question = 'What is the KV cache?'
const last = () => finishes.at(-1)?.usage
const errorOf = async (work: Promise<unknown>): Promise<APIError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof APIError) return error
  throw new Error(`Expected an error of the API, got ${String(error)}`)
}

describe('the official client of OpenAI', () => {
  it('gets an answer, whole and streamed, and the cached tokens that the engine counted', async () => {
    const messages = [{ role: 'system' as const, content: 'Be brief' }, user(question)]
    const first = await client.chat.completions.create({ model, messages, max_completion_tokens: 24 })
    const content = first.choices[0]?.message.content ?? ''
    expect(content).toMatch(/\S/)
    expect(first.usage).toMatchObject({ completion_tokens: 24, total_tokens: (first.usage?.prompt_tokens ?? 0) + 24 })

    const more = [...messages, { role: 'assistant' as const, content }, user('Tell me a tiny story.')]
    const stream = await client.chat.completions.create({
      model,
      messages: more,
      max_completion_tokens: 24,
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    let usage: OpenAI.CompletionUsage | null | undefined
    const reasons = new Set<string | null>()
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? ''
      if (chunk.choices[0]) reasons.add(chunk.choices[0].finish_reason)
      usage = chunk.usage
    }
    expect([text !== '', [...reasons]]).toEqual([true, [null, 'length']])
    expect(usage).toMatchObject({
      prompt_tokens: last()?.promptTokens,
      completion_tokens: last()?.outputTokens,
      prompt_tokens_details: { cached_tokens: last()?.cachedTokens },
    })
    expect(last()?.cachedTokens).toBeGreaterThan((first.usage?.prompt_tokens ?? 0) + 10)
  })

  it('gets a streamed call of the tool that it requires, and sends the result back', async () => {
    const tools = [
      {
        type: 'function' as const,
        function: {
          name: 'weather',
          description: 'Weather of a city',
          parameters: {
            type: 'object',
            properties: { city: { type: 'string', maxLength: 20 } },
            required: ['city'],
            additionalProperties: false,
          },
        },
      },
    ]
    const messages = [user('What is the weather in Oslo?')]
    const stream = client.chat.completions.stream({ model, messages, tools, tool_choice: 'required', max_completion_tokens: 120 })
    const { choices } = await stream.finalChatCompletion()
    const { message, finish_reason } = choices[0] as (typeof choices)[number]
    const call = message.tool_calls?.[0]
    if (call?.type !== 'function') throw new Error('Expected a call of a function')
    expect([finish_reason, call.function.name]).toEqual(['tool_calls', 'weather'])
    expect(JSON.parse(call.function.arguments)).toEqual({ city: expect.any(String) })
    const answered = await client.chat.completions.create({
      model,
      tools,
      tool_choice: 'none',
      max_completion_tokens: 12,
      messages: [...messages, message, { role: 'tool', tool_call_id: call.id, content: 'Rain' }],
    })
    expect(answered.choices[0]?.message.tool_calls).toBeUndefined()
    expect(answered.usage?.prompt_tokens_details?.cached_tokens).toBe(last()?.cachedTokens)
  })

  it('keeps to a schema, and refuses one that a grammar cannot express', async () => {
    const schema = { type: 'object', properties: { large: { type: 'boolean' } }, required: ['large'], additionalProperties: false }
    const ask = (one: Record<string, unknown>) =>
      client.chat.completions.create({
        model,
        messages: [user('Is it large?')],
        response_format: { type: 'json_schema', json_schema: { name: 'size', schema: one } },
      })
    expect(JSON.parse((await ask(schema)).choices[0]?.message.content ?? '')).toEqual({ large: expect.any(Boolean) })
    expect(await errorOf(ask({ ...schema, not: { type: 'null' } }))).toMatchObject({
      status: 400,
      code: 'schema-refused',
      param: 'response_format',
    })
  })

  it('gives several answers, the same for the same seed, with logprobs that add up', async () => {
    const ask = () =>
      client.chat.completions.create({
        model,
        messages: [user('Tell me something.')],
        n: 2,
        seed: 3,
        temperature: 2,
        top_p: 1,
        ...{ min_p: 0, top_k: 0 },
        max_completion_tokens: 12,
        logprobs: true,
        top_logprobs: 4,
      })
    const [first, second] = [await ask(), await ask()]
    expect(first.choices.map(({ message }) => message.content)).toEqual(second.choices.map(({ message }) => message.content))
    expect(first.choices[0]?.message.content).not.toBe(first.choices[1]?.message.content)
    const tokens = first.choices[0]?.logprobs?.content ?? []
    expect(tokens.map(({ token }) => token).join('')).toBe(first.choices[0]?.message.content)
    for (const { token, logprob, top_logprobs } of tokens) {
      const probability = top_logprobs.reduce((sum, top) => sum + Math.exp(top.logprob), 0)
      expect(probability).toBeGreaterThan(0)
      expect(probability).toBeLessThanOrEqual(1.0001)
      const listed = top_logprobs.find((top) => top.token === token)
      if (listed) expect(listed.logprob).toBe(logprob)
      else expect(logprob).toBeLessThanOrEqual(top_logprobs.at(-1)?.logprob ?? 0)
    }
  })

  it('follows stop, logit_bias and max tokens', async () => {
    const whole = await client.chat.completions.create({ model, messages: [user(question)], max_completion_tokens: 12, logprobs: true })
    const words = whole.choices[0]?.logprobs?.content ?? []
    const stop = words[3]?.token ?? ''
    const stopped = await client.chat.completions.create({ model, messages: [user(question)], stop, max_completion_tokens: 12 })
    expect(stopped.choices[0]).toMatchObject({ finish_reason: 'stop' })
    expect(whole.choices[0]?.message.content?.startsWith(stopped.choices[0]?.message.content ?? '?')).toBe(true)
    expect(stopped.choices[0]?.message.content).not.toContain(stop)
    const [id] = await server.service.tokenize(words[0]?.token ?? '', { addSpecial: false, parseSpecial: false })
    const biased = await client.chat.completions.create({
      model,
      messages: [user(question)],
      max_completion_tokens: 4,
      logit_bias: { [String(id)]: -100 },
    })
    expect(biased.choices[0]?.message.content?.startsWith(words[0]?.token ?? '?')).toBe(false)
  })

  it('scores the tokens of an echoed prompt as it did when the model wrote them', async () => {
    const post = async (path: string, body: object) =>
      JSON.parse(await (await fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body) })).text())
    const { tokens }: { tokens: number[] } = await post('/tokenize', { content: 'The cache holds keys and values of', add_special: true })
    const greedy = { temperature: 0, ignore_eos: true }
    const written = await post('/completion', { ...greedy, prompt: tokens, n_predict: 8, n_probs: 2, return_tokens: true })
    const prompt = [...tokens, ...(written.tokens as number[])]
    const asked = { ...greedy, model, prompt, echo: true, logprobs: 2, max_tokens: 1 }
    const { choices, usage } = await client.completions.create(asked)
    const scored = choices[0]?.logprobs
    expect(scored?.tokens).toHaveLength(prompt.length + 1)
    expect([scored?.token_logprobs?.[0], scored?.top_logprobs?.[0]]).toEqual([null, null])
    expect(usage?.prompt_tokens_details?.cached_tokens).toBe(0)
    const probabilities = written.completion_probabilities as { readonly token: string; readonly logprob: number }[]
    expect(probabilities).toHaveLength(8)
    for (const [index, { token, logprob }] of probabilities.entries()) {
      expect(scored?.tokens?.[tokens.length + index]).toBe(token)
      expect(scored?.token_logprobs?.[tokens.length + index]).toBeCloseTo(logprob, 1)
    }
    const streamed: (string | undefined)[] = []
    for await (const chunk of await client.completions.create({ ...asked, stream: true }))
      streamed.push(...(chunk.choices[0]?.logprobs?.tokens ?? []))
    expect(streamed).toEqual(scored?.tokens)
    const only = await client.completions.create({ ...asked, max_tokens: 0 })
    expect(only.choices[0]?.finish_reason).toBe('length')
    expect(only.choices[0]?.logprobs).toEqual({
      tokens: scored?.tokens?.slice(0, -1),
      token_logprobs: scored?.token_logprobs?.slice(0, -1),
      top_logprobs: scored?.top_logprobs?.slice(0, -1),
      text_offset: scored?.text_offset?.slice(0, -1),
    })
    expect(choices[0]?.text.startsWith(only.choices[0]?.text ?? '?')).toBe(true)
    expect(only.usage).toMatchObject({ prompt_tokens: prompt.length, completion_tokens: 0, total_tokens: prompt.length })
  })

  it('continues raw texts, echoed, and several at once', async () => {
    const one = await client.completions.create({ model, prompt: 'The cache', max_tokens: 4, echo: true })
    expect(one.choices[0]?.text.startsWith('The cache')).toBe(true)
    const two = await client.completions.create({
      model,
      prompt: ['The cache', 'A model'],
      max_tokens: 3,
      logprobs: 2,
      n: 2,
      seed: 1,
      temperature: 1,
    })
    expect(two.choices.map(({ index }) => index)).toEqual([0, 1, 2, 3])
    const [{ text, logprobs }] = two.choices as [OpenAI.CompletionChoice]
    expect(logprobs?.tokens?.join('')).toBe(text)
    let streamed = ''
    for await (const chunk of await client.completions.create({ model, prompt: 'The cache', max_tokens: 4, echo: true, stream: true }))
      streamed += chunk.choices[0]?.text ?? ''
    expect(streamed).toBe(one.choices[0]?.text)
  })

  it('gets vectors of length 1, in base64 unless it asks for numbers, and the tokens that the engine counted', async () => {
    const texts = [question, 'Bake the bread for an hour.']
    // The client asks for base64 and decodes it.
    const { data, usage } = await client.embeddings.create({ model, input: texts })
    expect(data.map(({ index, embedding }) => [index, embedding.length])).toEqual([
      [0, 256],
      [1, 256],
    ])
    for (const { embedding } of data) expect(Math.hypot(...embedding)).toBeCloseTo(1, 6)
    const tokens = await Promise.all(texts.map((text) => server.service.tokenize(text, { addSpecial: true, parseSpecial: true })))
    const promptTokens = tokens.flat().length
    expect(usage).toEqual({ prompt_tokens: promptTokens, total_tokens: promptTokens })
    for (const [index, text] of texts.entries()) {
      const one = await client.embeddings.create({ model, input: text, encoding_format: 'float', dimensions: 256, user: 'me' })
      expect(one.data[0]?.embedding).toEqual(data[index]?.embedding)
    }
    const ofTokens = await client.embeddings.create({ model, input: tokens.map((list) => [...list]) })
    expect(ofTokens.data).toEqual(data)
    expect(await errorOf(client.embeddings.create({ model, input: 'x', dimensions: 64 }))).toMatchObject({
      status: 400,
      param: 'dimensions',
    })
    const long = await errorOf(client.embeddings.create({ model, input: ['x', 'cell '.repeat(2000)] }))
    expect(long).toMatchObject({
      status: 400,
      type: 'exceed_context_size_error',
      error: { n_ctx: 1024, n_prompt_tokens: expect.any(Number) },
    })
  })

  it('gets errors with a status, and with a code or the name of the field', async () => {
    const ask = (change: object) => errorOf(client.chat.completions.create({ model, messages: [user('Hi')], ...change }))
    const long = await ask({ messages: [user('cell '.repeat(2000))] })
    expect(long).toMatchObject({ status: 400, type: 'exceed_context_size_error', code: 'context_length_exceeded' })
    expect(long.error).toMatchObject({ n_ctx: 1024, n_prompt_tokens: expect.any(Number) })
    expect(await ask({ messages: [user('cell '.repeat(2000))], stream: true })).toMatchObject({ status: 400 })
    expect(await ask({ logit_bias: { 9999999: 1 } })).toMatchObject({ status: 400, param: 'logit_bias' })
    expect(await ask({ verbosity: 'low' })).toMatchObject({ status: 400, param: 'verbosity' })
    expect(await ask({ n: 3 })).toMatchObject({ status: 400, param: 'n' })
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual([model])
  })

  it('frees its sequence when it stops reading', async () => {
    const ended = new Promise<boolean>((resolve) => server.service.news.listen((news) => news.type === 'ended' && resolve(news.gone)))
    const stream = await client.chat.completions.create({ model, messages: [user('Count.')], ignore_eos: true, stream: true } as never)
    for await (const _ of stream as unknown as AsyncIterable<unknown>) break
    expect(await ended).toBe(true)
    expect(server.service.queue().running).toBe(0)
    const { outputTokens = 0 } = last() ?? {}
    expect(outputTokens).toBeLessThan(900)
  })
})

describe('a client of llama-server', () => {
  const post = (path: string, body: object) => server.ask(path, body)

  it('can keep a prompt out of the cache', async () => {
    // So that each prompt finds an unused sequence.
    await server.service.close()
    const prompt = 'The cache holds the keys and values of each token of a sequence, so that none is computed twice.'
    const ask = async (cache_prompt?: boolean) => {
      const body = { prompt, max_tokens: 2, temperature: 0, ...(cache_prompt === undefined ? {} : { cache_prompt }) }
      const { usage } = (await (await post('/v1/completions', body)).json()) as OpenAI.Completion
      return usage?.prompt_tokens_details?.cached_tokens
    }
    expect(await ask(false)).toBe(0)
    expect(await ask()).toBe(0)
    expect(await ask(false)).toBe(0)
    expect(await ask()).toBeGreaterThan(10)
  })

  it('gets the bytes of a token that is a part of a character', async () => {
    const { tokens } = (await (await post('/tokenize', { content: 'a 🙂', with_pieces: true })).json()) as {
      tokens: { id: number; piece: string | number[] }[]
    }
    const bytes = tokens.flatMap(({ piece }) => (typeof piece === 'string' ? [...new TextEncoder().encode(piece)] : piece))
    expect(tokens.some(({ piece }) => Array.isArray(piece))).toBe(true)
    expect(new TextDecoder().decode(Uint8Array.from(bytes)).trim()).toBe('a 🙂')
  })

  it('gets the probabilities after the samplers', async () => {
    const ask = async (more: object) => {
      const body = { prompt: 'The cache', n_probs: 10, post_sampling_probs: true, n_predict: 4, ignore_eos: true, seed: 1, ...more }
      const answer = await (await post('/completion', body)).json()
      return (answer as { completion_probabilities: { id: number; prob: number; top_probs: { id: number; prob: number }[] }[] })
        .completion_probabilities
    }
    const sampled = await ask({ temperature: 1, top_k: 3, top_p: 1, min_p: 0 })
    expect(sampled).toHaveLength(4)
    for (const { id, prob, top_probs } of sampled) {
      expect(top_probs).toHaveLength(3)
      expect(top_probs.reduce((sum, one) => sum + one.prob, 0)).toBeCloseTo(1, 5)
      expect(top_probs.find((one) => one.id === id)?.prob).toBe(prob)
    }
    for (const { id, prob, top_probs } of await ask({ temperature: 0 })) {
      expect(prob).toBe(1)
      expect(top_probs).toMatchObject([{ id, prob: 1 }])
    }
  })

  it('limits an answer to the first line break after a time, and to one token if n_predict is 0', async () => {
    const ask = async (more: object) => {
      const body = { prompt: 'x', ignore_eos: true, grammar: 'root ::= ("ab\\n")+', n_predict: 400, ...more }
      return (await (await post('/completion', body)).json()) as { content: string; stop_type: string; tokens_predicted: number }
    }
    const limited = await ask({ t_max_predict_ms: 1 })
    expect(limited).toMatchObject({ stop_type: 'limit' })
    expect(limited.content.endsWith('\n')).toBe(true)
    expect(limited.tokens_predicted).toBeLessThan(400)
    expect(await ask({ n_predict: 0 })).toMatchObject({ stop_type: 'limit', tokens_predicted: 1 })
    const chat = await post('/v1/chat/completions', { messages: [user('Hi')], n_predict: 0, ignore_eos: true })
    expect(await chat.json()).toMatchObject({ usage: { completion_tokens: 1 } })
  })

  it('gets timings with each token, and reads the paths without /v1', async () => {
    const body = { messages: [user(question)], max_tokens: 4, stream: true, timings_per_token: true }
    const text = await (await post('/chat/completions', body)).text()
    const chunks = text.split('\n\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []))
    expect(chunks[0]).toMatchObject({ choices: [{ delta: { role: 'assistant', content: null } }] })
    expect(chunks[0]).not.toHaveProperty('timings')
    for (const { timings } of chunks.slice(1)) expect(timings.predicted_n).toBeLessThanOrEqual(4)
    expect(chunks.at(-1).timings.predicted_n).toBe(4)
    const count = await (await post('/chat/completions/input_tokens', { messages: [user(question)] })).json()
    expect(count).toMatchObject({ input_tokens: last()?.promptTokens })
    expect(await (await server.ask('/models')).json()).toMatchObject({ data: [{ id: model }] })
  })
})
