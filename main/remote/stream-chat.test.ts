import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { describeFailure } from '../../core/copy/failures'
import { noUsage } from '../../core/remote/chat/usage'
import { reported } from '../../core/remote/figure'
import type { ServerAddress, ServerKind } from '../../core/remote/server-facts'
import type { ChatRequest } from '../../core/remote/stream-events'
import { Network } from '../library/network/network'
import { MadeProxy } from '../library/testing/made-proxy'
import { chatLimits, streamChat } from './stream-chat'
import { chatRequest, collect, textIn } from './testing/chat-request'
import {
  closedAddress,
  cutAfter,
  endless,
  events,
  json,
  LyingServer,
  lines,
  page,
  type Reply,
  redirect,
  stallAfter,
  status,
  write,
} from './testing/lying-server'

const network = new Network({ findProxy: async () => undefined })
const never = new AbortController().signal
const stream = 'text/event-stream'
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const delta = (fields: object, finish: string | null = null) => ({ choices: [{ index: 0, delta: fields, finish_reason: finish }] })

const ask = (address: ServerAddress, kind: ServerKind = 'llama-server', request: ChatRequest = chatRequest, limits = chatLimits) =>
  collect(streamChat(network, address, kind, request, never, limits))

async function replied(reply: Reply, kind: ServerKind = 'llama-server', request: ChatRequest = chatRequest) {
  const server = await LyingServer.start({ '*': reply })
  const answer = await ask(server.address, kind, request)
  return { ...answer, server, failure: failureOf(answer.error), body: JSON.parse(server.requests[0]?.body ?? '{}') }
}

describe('streamChat', () => {
  it('gives text, reasoning, progress, usage and timings of llama-server', async () => {
    const timings = { cache_n: 90, prompt_n: 10, prompt_ms: 50.5, predicted_n: 2, predicted_ms: 20, draft_n: 4, draft_n_accepted: 3 }
    const { events: seen, error } = await replied(
      events(
        { ...delta({ role: 'assistant', content: null }), prompt_progress: { total: 100, cache: 90, processed: 95, time_ms: 12 } },
        delta({ reasoning_content: 'Hm.' }),
        delta({ content: 'Hi' }),
        delta({ content: '!' }),
        delta({}, 'stop'),
        { choices: [], usage: { prompt_tokens: 100, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 90 } }, timings },
        '[DONE]',
      ),
    )
    expect(error).toBeNull()
    expect(seen.map(({ atMs, ...event }) => event)).toEqual([
      { type: 'progress', total: 100, cached: 90, processed: 95 },
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Hi' },
      { type: 'text', text: '!' },
      { type: 'finish', reason: 'stop' },
      {
        type: 'usage',
        usage: {
          promptTokens: reported(100, 'usage.prompt_tokens'),
          cachedTokens: reported(90, 'usage.prompt_tokens_details.cached_tokens'),
          outputTokens: reported(2, 'usage.completion_tokens'),
          reasoningTokens: null,
          promptMs: reported(50.5, 'timings.prompt_ms'),
          outputMs: reported(20, 'timings.predicted_ms'),
          drafted: reported(4, 'timings.draft_n'),
          accepted: reported(3, 'timings.draft_n_accepted'),
        },
      },
    ])
  })

  it('gives text, thoughts, calls and usage of Ollama', async () => {
    const { events: seen, error } = await replied(
      lines(
        { message: { role: 'assistant', content: '', thinking: 'Hm.' }, done: false },
        { message: { role: 'assistant', content: 'Hi' }, done: false },
        { message: { role: 'assistant', content: '', tool_calls: [{ function: { name: 'add', arguments: { a: 1 } } }] }, done: false },
        {
          message: { role: 'assistant', content: '' },
          done: true,
          done_reason: 'stop',
          prompt_eval_count: 26,
          prompt_eval_duration: 130_079_000,
          eval_count: 3,
          eval_duration: 45_000_000,
        },
      ),
      'ollama',
    )
    expect(error).toBeNull()
    expect(seen.map(({ atMs, ...event }) => event)).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Hi' },
      { type: 'tool-call', index: 0, id: null, name: 'add', arguments: '{"a":1}' },
      {
        type: 'usage',
        usage: {
          ...noUsage,
          promptTokens: reported(26, 'prompt_eval_count'),
          outputTokens: reported(3, 'eval_count'),
          promptMs: reported(130.079, 'prompt_eval_duration'),
          outputMs: reported(45, 'eval_duration'),
        },
      },
      { type: 'finish', reason: 'tool-calls' },
    ])
  })

  it.each<[string, object, object]>([
    [
      'the timings of a llama-server whose usage has no cached tokens',
      { usage: { prompt_tokens: 100, completion_tokens: 2 }, timings: { cache_n: 90, prompt_n: 10 } },
      { promptTokens: reported(100, 'usage.prompt_tokens'), cachedTokens: reported(90, 'timings.cache_n') },
    ],
    [
      'the timings of a llama-server that was stopped before its usage',
      { timings: { cache_n: 90, prompt_n: 10, predicted_n: 2 } },
      { promptTokens: reported(100, 'timings.cache_n + timings.prompt_n'), outputTokens: reported(2, 'timings.predicted_n') },
    ],
    [
      'the reasoning tokens of SGLang',
      { usage: { completion_tokens: 5, reasoning_tokens: 3 } },
      { reasoningTokens: reported(3, 'usage.reasoning_tokens') },
    ],
  ])('names the field of %s', async (_title, fields, usage) => {
    const { events: seen } = await replied(events({ choices: [], ...fields }))
    expect(seen).toMatchObject([{ type: 'usage', usage }])
  })

  it('joins the pieces of a call, and reads the reasoning field of vLLM', async () => {
    const call = (fields: object) => delta({ tool_calls: [{ index: 0, ...fields }] })
    const { events: seen } = await replied(
      events(
        delta({ reasoning: 'Hm.' }),
        call({ id: 'c1', type: 'function', function: { name: 'add', arguments: '' } }),
        call({ function: { arguments: '{"a":' } }),
        call({ function: { arguments: '1}' } }),
        delta({}, 'stop'),
        '[DONE]',
      ),
      'vllm',
    )
    expect(textIn(seen, 'reasoning')).toBe('Hm.')
    expect(seen.flatMap((event) => (event.type === 'tool-call' ? [[event.id, event.name, event.arguments]] : []))).toEqual([
      ['c1', 'add', ''],
      [null, null, '{"a":'],
      [null, null, '1}'],
    ])
    expect(seen.at(-1)).toMatchObject({ type: 'finish', reason: 'tool-calls' })
  })

  it('stamps each event with the time when its bytes arrived, even if the reader is slow', async () => {
    let goOn = () => {}
    const firstRead = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const server = await LyingServer.start({
      '*': async (response) => {
        response.writeHead(200, { 'content-type': stream })
        await write(response, data(delta({ content: 'a' })))
        await firstRead
        response.end(data(delta({ content: 'b' })) + data(delta({}, 'stop')))
      },
    })
    const iterator = streamChat(network, server.address, 'openai', chatRequest, never)
    const first = await iterator.next()
    goOn()
    await server.until(() => server.replied === 1)
    // When the second response is here, the rest of the first one is too.
    await ask(server.address)
    const readMs = performance.now()
    const { events: rest } = await collect(iterator)
    expect([first.value?.type, rest.length]).toEqual(['text', 2])
    for (const { atMs } of rest) expect(atMs).toBeLessThan(readMs)
  })

  it('puts characters together that were split between packets', async () => {
    const bytes = Buffer.from(data(delta({ content: 'Grüße 😀' })) + data(delta({}, 'stop')))
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
    const { events: seen, error } = await replied(cutAfter(stream, ...single))
    expect(textIn(seen)).toBe('Grüße 😀')
    // The server said that the answer is complete, so the reset does not matter.
    expect(error).toBeNull()
  })

  it('keeps what came and says so when the connection breaks in the middle', async () => {
    const { events: seen, failure } = await replied(cutAfter(stream, data(delta({ content: 'Hel' })), data(delta({ content: 'lo' }))))
    expect(textIn(seen)).toBe('Hello')
    expect(failure).toMatchObject({ code: 'server-dropped', facts: { reason: { kind: 'connection-broken' }, hasPart: true } })
  })

  it('says that an answer without an end is not complete', async () => {
    const { events: seen, failure } = await replied(events(delta({ content: 'Hello' })))
    expect(textIn(seen)).toBe('Hello')
    expect(failure).toMatchObject({ code: 'server-dropped', facts: { reason: { kind: 'ended-early' }, hasPart: true } })
  })

  it('sends a prompt once, even if the connection breaks before the first byte', async () => {
    const { server, failure } = await replied((response) => response.destroy())
    expect(failure).toMatchObject({ code: 'server-dropped', facts: { hasPart: false } })
    expect(server.requests.length).toBe(1)
  })

  it('ends a stream that stalls', async () => {
    const server = await LyingServer.start({ '*': stallAfter(stream, data(delta({ content: 'Hello' }))) })
    const { events: seen, error } = await ask(server.address, 'vllm', chatRequest, { ...chatLimits, silenceMs: 1000 })
    expect(textIn(seen)).toBe('Hello')
    expect(failureOf(error)).toMatchObject({ code: 'server-dropped', facts: { reason: { kind: 'silence', seconds: 1 }, hasPart: true } })
    await server.until(() => server.hungUp === 1)
  })

  it('waits for a server that is silent for longer than undici would wait', async () => {
    const usual = getGlobalDispatcher()
    setGlobalDispatcher(new Agent({ headersTimeout: 100, bodyTimeout: 100 }))
    try {
      let answer = () => {}
      const server = await LyingServer.start({
        '/v1/chat/completions': (response) => {
          answer = () => response.end(data(delta({ content: 'Hi' }, 'stop')))
        },
        '/silent': () => {},
      })
      const asked = ask(server.address)
      await server.until(() => server.requests.length === 1)
      await expect(network.get(new URL('/silent', server.address.url), {}, never)).rejects.toThrow('Headers Timeout')
      answer()
      const { events: seen, error } = await asked
      expect([textIn(seen), error]).toEqual(['Hi', null])
    } finally {
      setGlobalDispatcher(usual)
    }
  })

  it('reads past the comments that a server sends during a long prefill', async () => {
    const { events: seen, error } = await replied(cutAfter(stream, ':\n\n', ': ping\n\n', ':\n\n', data(delta({ content: 'Hi' }, 'stop'))))
    expect([textIn(seen), error]).toEqual(['Hi', null])
  })

  it('hangs up when the caller stops or leaves the loop', async () => {
    const server = await LyingServer.start({ '*': stallAfter(stream, data(delta({ content: 'Hello' }))) })
    const stop = new AbortController()
    const stopped = streamChat(network, server.address, 'vllm', chatRequest, stop.signal)
    await stopped.next()
    stop.abort()
    await expect(stopped.next()).rejects.toBe(stop.signal.reason)
    await server.until(() => server.hungUp === 1)
    for await (const _event of streamChat(network, server.address, 'vllm', chatRequest, never)) break
    await server.until(() => server.hungUp === 2)
  })

  it('ends a response that never ends a line, or that never ends', async () => {
    const server = await LyingServer.start({ '*': endless(stream, `data: ${'x'.repeat(1 << 20)}`) })
    const { error } = await ask(server.address)
    expect(failureOf(error)).toMatchObject({ code: 'server-response-unreadable', facts: { reason: { kind: 'line-too-long' } } })
    server.replies['*'] = endless(stream, data(delta({ content: 'x'.repeat(1 << 16) })))
    const limited = await ask(server.address, 'vllm', chatRequest, { ...chatLimits, bytes: 1 << 20 })
    expect(failureOf(limited.error)).toMatchObject({ code: 'server-response-unreadable', facts: { reason: { kind: 'too-long' } } })
    await server.until(() => server.hungUp === 2)
  })

  it.each<[string, Reply, object, ServerKind?]>([
    ['a missing key', status(401, { error: { message: 'Invalid API Key' } }), { code: 'server-key-refused', facts: { hadKey: false } }],
    ['a wrong path', status(404, { detail: 'Not Found' }), { code: 'server-path-wrong' }],
    [
      'a model that vLLM does not have',
      status(404, { error: { message: 'The model `tiny` does not exist.', type: 'NotFoundError', code: 404 } }),
      { code: 'server-model-missing', facts: { model: 'tiny' } },
    ],
    [
      'a model that Ollama does not have',
      status(404, { error: "model 'tiny' not found" }),
      { code: 'server-model-missing', facts: { model: 'tiny' } },
      'ollama',
    ],
    [
      "llama-server's full context",
      status(400, {
        error: {
          code: 400,
          message: 'request (99 tokens) exceeds the available context size (64 tokens)',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 99,
          n_ctx: 64,
        },
      }),
      { code: 'server-context-exceeded', facts: { promptTokens: 99, contextTokens: 64 } },
    ],
    [
      "vLLM's full context",
      status(400, {
        error: {
          message:
            "This model's maximum context length is 64 tokens. However, you requested 16 output tokens and your prompt contains 99 input tokens, for a total of 115 tokens.",
        },
      }),
      { code: 'server-context-exceeded', facts: { promptTokens: 99, contextTokens: 64 } },
    ],
    [
      "vLLM's full context without a count of the prompt",
      status(400, {
        message:
          "This model's maximum context length is 64 tokens. However, you requested 0 output tokens and your prompt contains at least 65 input tokens.",
      }),
      { code: 'server-context-exceeded', facts: { promptTokens: null, contextTokens: 64 } },
    ],
    [
      "SGLang's full context",
      status(400, {
        message:
          "Requested token count exceeds the model's maximum context length of 64 tokens. You requested a total of 115 tokens: 99 tokens from the input messages and 16 tokens for the completion.",
      }),
      { code: 'server-context-exceeded', facts: { promptTokens: 99, contextTokens: 64 } },
    ],
    [
      'a server that loads',
      status(503, { error: { message: 'Loading model', type: 'unavailable_error', code: 503 } }),
      { code: 'server-busy', facts: { isLoading: true } },
    ],
    [
      'a busy server',
      status(429, 'slow down', { 'retry-after': '7' }),
      { code: 'server-busy', facts: { status: 429, isLoading: false, retryAfterSeconds: 7 } },
    ],
    [
      'a request that it does not accept',
      status(422, { detail: [{ msg: 'min_p' }] }),
      { code: 'server-refused', facts: { quoted: '[{"msg":"min_p"}]' } },
    ],
    [
      'an error of the server',
      status(500, { error: { message: 'out of\nmemory' } }),
      { code: 'server-failed', facts: { status: 500, quoted: 'out of memory' } },
    ],
    ['an error page', status(502, '<html>Bad gateway</html>'), { code: 'server-failed', facts: { status: 502, quoted: '' } }],
    ['a redirect', redirect('https://example.org/v1?x=1'), { code: 'server-redirected', facts: { target: 'https://example.org/v1' } }],
    ['a web page', page, { code: 'server-response-unreadable', facts: { reason: { kind: 'web-page' } } }],
    ['JSON without a stream', json({ choices: [] }), { code: 'server-response-unreadable', facts: { reason: { kind: 'not-a-stream' } } }],
    ['an error with status 200', json({ error: { message: 'no', code: 401 } }), { code: 'server-key-refused' }],
    ['an event that is not JSON', events('Hello'), { code: 'server-response-unreadable', facts: { reason: { kind: 'not-json' } } }],
    [
      'compressed data',
      status(200, 'x', { 'content-encoding': 'zstd' }),
      { code: 'server-response-unreadable', facts: { reason: { kind: 'compressed', encoding: 'zstd' } } },
    ],
  ])('explains %s', async (_title, reply, expected, kind = 'llama-server') => {
    const { failure, server } = await replied(reply, kind)
    expect(failure).toMatchObject(expected)
    expect(server.requests.length).toBe(1)
  })

  it('explains an error in the middle of a stream, after the events before it', async () => {
    const { events: seen, failure } = await replied(
      events(delta({ content: 'Hel' }), { error: { code: 500, message: 'context shift is disabled', type: 'server_error' } }),
    )
    expect(textIn(seen)).toBe('Hel')
    expect(failure).toMatchObject({ code: 'server-failed', facts: { status: 500, quoted: 'context shift is disabled' } })
  })

  it('explains an address where no server answers', async () => {
    const { error } = await ask(await closedAddress())
    expect(failureOf(error)).toMatchObject({ code: 'server-unreachable', facts: { reason: { kind: 'connection-refused' } } })
  })

  it('sends nothing while Headroom is offline', async () => {
    const server = await LyingServer.start({ '*': page })
    const proxy = await MadeProxy.start()
    const offline = new Network({ isOffline: () => true, findProxy: proxy.findProxy })
    const address = { ...server.address, url: proxy.nameFor(server.address.url).href }
    const { error } = await collect(streamChat(offline, address, 'vllm', chatRequest, never))
    expect([failureOf(error)?.code, server.requests, proxy.asked]).toEqual(['offline', [], []])
  })

  it('sends the key in a header, only to the address, and never shows it in an error', async () => {
    const key = 'sk-secret-1'
    const other = await LyingServer.start({ '*': page })
    const server = await LyingServer.start({})
    const replies: Reply[] = [
      status(401, { error: { message: `Incorrect key: ${key}` } }),
      status(500, { error: { message: `Bad header: Bearer ${key}` } }),
      status(400, `Bearer ${key}`),
      redirect(`${other.address.url}/${key}/v1?key=${key}`),
      events({ error: { message: key } }),
      status(200, 'x', { 'content-encoding': key }),
    ]
    for (const reply of replies) {
      server.replies['*'] = reply
      const { error } = await ask({ ...server.address, key })
      const failure = failureOf(error)
      expect(failure).toBeDefined()
      expect(JSON.stringify(failure)).not.toContain(key)
      if (failure) expect(describeFailure(failure)).not.toContain(key)
      expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`)
    }
    expect(other.requests.length).toBe(0)
  })

  it('refuses a key that cannot be in a header', async () => {
    const { error } = await ask({ url: 'http://127.0.0.1:1', key: 'a\nb' })
    expect(failureOf(error)).toEqual({ code: 'server-key-unusable', facts: { character: '\n' } })
  })
})

const full: ChatRequest = {
  ...chatRequest,
  messages: [
    { role: 'system', text: 'Be short.' },
    { role: 'user', text: '1 + 1?' },
    { role: 'assistant', text: '', reasoning: 'Add.', calls: [{ id: 'c1', name: 'add', arguments: '{"a":1}' }] },
    { role: 'tool', callId: 'c1', name: 'add', text: '2' },
  ],
  tools: [{ name: 'add', description: 'Adds.', parameters: { type: 'object' } }],
  toolChoice: { name: 'add' },
  maxTokens: 16,
  sampling: { ...chatRequest.sampling, temperature: 0, topK: 1, seed: 7, stop: ['END'] },
  schema: { type: 'object' },
  thinking: false,
  ignoreEndOfText: true,
  topLogprobs: 5,
}
const done = events(delta({ content: 'Hi' }, 'stop'), '[DONE]')

describe('the body of a chat request', () => {
  it('has the fields of llama-server', async () => {
    const { body, server } = await replied(done, 'llama-server', full)
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/v1/chat/completions' })
    expect(body).toMatchObject({
      model: 'tiny',
      stream: true,
      stream_options: { include_usage: true },
      return_progress: true,
      timings_per_token: true,
      cache_prompt: true,
      tool_choice: 'required',
      temperature: 0,
      top_k: 1,
      seed: 7,
      stop: ['END'],
      max_tokens: 16,
      ignore_eos: true,
      logprobs: true,
      top_logprobs: 5,
      chat_template_kwargs: { enable_thinking: false },
      response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
    })
    expect(body.messages[2]).toEqual({
      role: 'assistant',
      content: null,
      reasoning_content: 'Add.',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
    })
    expect(body.messages[3]).toEqual({ role: 'tool', tool_call_id: 'c1', content: '2' })
  })

  it('asks vLLM for usage with every token, and names the tool', async () => {
    const { body } = await replied(done, 'vllm', full)
    expect(body).toMatchObject({
      stream_options: { include_usage: true, continuous_usage_stats: true },
      tool_choice: { type: 'function', function: { name: 'add' } },
    })
    expect(body.return_progress).toBeUndefined()
  })

  it('has only what OpenAI defines for other servers, if the user set nothing', async () => {
    const { body } = await replied(done, 'openai')
    expect(body).toEqual({
      model: 'tiny',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  it("has Ollama's form, with a context only if one was asked for", async () => {
    const end = lines({ message: { content: 'Hi' }, done: true, done_reason: 'stop' })
    const { body, server } = await replied(end, 'ollama', full)
    expect(server.requests[0]?.path).toBe('/api/chat')
    expect(body).toMatchObject({
      think: false,
      format: { type: 'object' },
      truncate: false,
      options: { num_predict: 16, temperature: 0, top_k: 1, seed: 7, stop: ['END'] },
    })
    expect(body.options.num_ctx).toBeUndefined()
    expect(body.messages[2].tool_calls).toEqual([{ id: 'c1', function: { index: 0, name: 'add', arguments: { a: 1 } } }])
    const larger = await replied(end, 'ollama', { ...full, contextTokens: 8192 })
    expect(larger.body.options.num_ctx).toBe(8192)
  })
})
