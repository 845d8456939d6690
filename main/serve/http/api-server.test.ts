import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import type { FakeSpeed } from '../../../native-models/fake-engine/fake-speed'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { sse } from '../reply'
import type { Dialect } from '../routes'
import type { ServeNews } from '../serve-service'
import { type Served, type ServedOptions, served, testKey } from '../testing/served'

let api: Served
const fake = (speed: FakeSpeed, options: ServedOptions = {}) => served(inProcessEngine(new FakeEngine(speed)), options)
const quick = { tokensPerSecond: 5000, prefillTokensPerSecond: 1e6, loadMs: 0 }
const limits = { bodyBytes: 20_000, discardMs: 100 }

beforeAll(async () => {
  api = await fake(quick, { limits, mostWaiting: 1, settings: { sequences: 1 } })
})
afterAll(() => api.close())

const chat = '/v1/chat/completions'
const hello = { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 5 }

async function refusal(response: Response): Promise<[status: number, code: string, param: string | null]> {
  const { error } = (await response.json()) as { error: { code: string; param: string | null } }
  return [response.status, error.code, error.param]
}

/** Sends bytes as they are, and returns all that comes back until the server closes the connection. */
async function raw(bytes: string | Buffer, halfClose = false, { port } = api.server): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  if (halfClose) socket.end(bytes)
  else socket.write(bytes)
  return text(socket)
}

const head = (path: string, lines: readonly string[] = []) =>
  [`POST ${path} HTTP/1.1`, `host: 127.0.0.1:${api.server.port}`, `authorization: Bearer ${testKey}`, ...lines, '', ''].join('\r\n')

it('the API server reports each request that it refuses, once, with its client', async () => {
  const server = await fake(quick, { limits, checksModel: true })
  const news: ServeNews[] = []
  server.service.news.listen((item) => void (item.type === 'event' || news.push(item)))
  const post = (body: unknown, headers = {}) => server.ask(chat, body, { headers: { 'user-agent': 'some-client/1', ...headers } })
  await post(hello, { authorization: 'Bearer hr-other' })
  await post({ ...hello, model: 'another-model' })
  await post('{"messages": secret')
  await post({ ...hello, user: 'u1', messages: [{ role: 'user', content: 'word '.repeat(2000) }] })
  await server.ask('/v1/nothing')
  await server.close()
  const refused = news.flatMap((item) => (item.type === 'refused' ? [item] : []))
  expect(refused.map(({ failure }) => failure.code)).toEqual([
    'api-key-refused',
    'api-model-unknown',
    'api-body-refused',
    'api-path-unknown',
  ])
  expect(refused.map(({ client }) => client)).toMatchObject([
    { endpoint: chat, userAgent: 'some-client/1', keyName: null },
    { endpoint: chat, keyName: 'test' },
    { endpoint: chat, keyName: 'test' },
    { endpoint: '/v1/nothing', keyName: 'test' },
  ])
  // The engine counted this prompt, so it is no refusal.
  expect(news.filter(({ type }) => type === 'ended')).toMatchObject([{ failure: { code: 'prompt-too-long' } }])
  expect(JSON.stringify(refused)).not.toContain('secret')
})

describe('the API server', () => {
  it('answers with the model that is loaded, and counts the tokens', async () => {
    const response = await api.ask(chat, hello)
    expect(response.status).toBe(200)
    const answer = await response.json()
    expect(answer).toMatchObject({
      object: 'chat.completion',
      model: 'test-model',
      choices: [{ message: { role: 'assistant' }, finish_reason: 'length' }],
      usage: { completion_tokens: 5 },
    })
    const again = (await (await api.ask(chat, hello)).json()) as { usage: Record<string, unknown> }
    expect(again.usage).toMatchObject({ prompt_tokens_details: { cached_tokens: (again.usage.prompt_tokens as number) - 1 } })
  })

  it('answers requests that name another model with the loaded one, and says so', async () => {
    const messages = [{ role: 'user', content: 'Hello' }]
    const ask = async (path: string, body: object) => (await api.ask(path, { model: 'claude-opus-4', ...body })).json()
    expect(await ask(chat, hello)).toMatchObject({ model: 'test-model', usage: { completion_tokens: 5 } })
    expect(await ask('/v1/messages', { messages, max_tokens: 5 })).toMatchObject({ model: 'test-model', usage: { output_tokens: 5 } })
    expect(await ask('/v1/responses', { input: 'Hello', max_output_tokens: 5 })).toMatchObject({ model: 'test-model' })
    expect(await ask('/completion', { prompt: 'Hello', n_predict: 5 })).toMatchObject({ model: 'test-model' })
    expect(await (await api.ask('/v1/models')).json()).toMatchObject({ data: [{ id: 'test-model' }] })
    expect(await refusal(await api.ask('/v1/models/claude-opus-4'))).toEqual([404, 'api-model-unknown', 'model'])
  })

  it('refuses a model that it does not have where Ollama does, or if the user wants names checked', async () => {
    const ollama = await api.ask('/api/chat', { model: 'claude-opus-4', messages: hello.messages })
    expect(ollama.status).toBe(404)
    const strict = await fake(quick, { checksModel: true })
    try {
      const other = await strict.ask(chat, { ...hello, model: 'claude-opus-4' })
      expect(await refusal(other)).toEqual([404, 'api-model-unknown', 'model'])
      for (const model of ['test-model', 'fake.gguf', '/models/fake.gguf'])
        expect((await strict.ask(chat, { ...hello, model })).status).toBe(200)
    } finally {
      await strict.close()
    }
  })

  it('needs the key, in either header, and answers health checks without it', async () => {
    const get = (headers: Record<string, string>, path = '/v1/models') => fetch(`${api.url}${path}`, { headers })
    expect(await refusal(await get({}))).toEqual([401, 'api-key-refused', null])
    expect(await refusal(await get({ authorization: 'Bearer hr-tes' }))).toEqual([401, 'api-key-refused', null])
    expect((await get({ authorization: `Bearer ${testKey}` })).status).toBe(200)
    expect((await get({ 'x-api-key': testKey })).status).toBe(200)
    expect((await get({}, '/openapi.json')).status).toBe(200)
    // Without a key, a client cannot find out which paths exist.
    expect(await refusal(await get({}, '/v1/nothing'))).toEqual([401, 'api-key-refused', null])
  })

  it('refuses requests from web pages and requests to other host names', async () => {
    expect(await refusal(await api.ask('/v1/models', undefined, { headers: { origin: 'http://localhost:3000' } }))).toEqual([
      403,
      'api-host-refused',
      null,
    ])
    const rebound = await raw(`GET /v1/models HTTP/1.1\r\nhost: evil.example:${api.server.port}\r\nconnection: close\r\n\r\n`)
    expect(rebound).toMatch(/^HTTP\/1\.1 403 /)
    expect(rebound).not.toMatch(/access-control/i)
    const preflight = await raw(
      `OPTIONS ${chat} HTTP/1.1\r\nhost: 127.0.0.1:${api.server.port}\r\norigin: http://evil.example\r\nconnection: close\r\n\r\n`,
    )
    expect(preflight).toMatch(/^HTTP\/1\.1 403 /)
    const siteFetch = await api.ask('/v1/models', undefined, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(siteFetch.status).toBe(403)
  })

  it.each([
    ['no body', '', 'api-body-refused'],
    ['malformed JSON', '{"messages":', 'api-body-refused'],
    ['a list', '[]', 'api-body-refused'],
    ['too many levels', `{"messages":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'api-body-refused'],
    ['a wrong type', { messages: 'Hello' }, 'api-field-refused'],
    ['a field nobody knows', { ...hello, tempreature: 1 }, 'api-field-refused'],
    ['an unknown tool', { ...hello, tools: [], tool_choice: { type: 'function', function: { name: 'x' } } }, 'api-field-refused'],
  ])('refuses %s with a code', async (_, body, code) => {
    const [status, found] = await refusal(await api.ask(chat, body))
    expect([status, found]).toEqual([400, code])
  })

  it('refuses a body that is not UTF-8', async () => {
    const bad = Buffer.concat([Buffer.from('{"messages":[{"role":"user","content":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}]}')])
    const answer = await raw(Buffer.concat([Buffer.from(head(chat, [`content-length: ${bad.length}`, 'connection: close'])), bad]))
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('valid UTF-8')
  })

  it('refuses a body that is too large before it has read all of it, with or without a Content-Length', async () => {
    const announced = await raw(`${head(chat, ['content-length: 100000000'])}{"messages":`)
    expect(announced).toMatch(/^HTTP\/1\.1 413 /)
    const chunk = `${(4096).toString(16)}\r\n${'x'.repeat(4096)}\r\n`
    const chunked = await raw(`${head(chat, ['transfer-encoding: chunked'])}${chunk.repeat(8)}0\r\n\r\n`)
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('refuses 10,000 tools, and a schema that no grammar can express', async () => {
    const tool = (name: string) => ({ type: 'function', function: { name, parameters: { type: 'object' } } })
    const many = await fake(quick)
    try {
      const tools = Array.from({ length: 10_000 }, (_, index) => tool(`tool_${index}`))
      expect(await refusal(await many.ask(chat, { ...hello, tools }))).toEqual([400, 'api-field-refused', 'tools'])
    } finally {
      await many.close()
    }
  })

  it('closes connections whose headers or body never end', async () => {
    const hasty = await fake(quick, { limits: { headersMs: 100, requestMs: 150 } })
    try {
      const answers = [`POST ${chat} HTTP/1.1\r\nhost: 127`, `${head(chat, ['content-length: 100'])}{"mess`].map((bytes) =>
        raw(bytes, false, hasty.server),
      )
      for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 4\d\d |^$/)
    } finally {
      await hasty.close()
    }
    expect(await raw('\u0000\u0001 not HTTP\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('answers pipelined requests in order, and treats a client that closes its half of the connection as gone', async () => {
    const body = JSON.stringify(hello)
    const one = `${head(chat, [`content-length: ${body.length}`])}${body}`
    const last = `${head(chat, [`content-length: ${body.length}`, 'connection: close'])}${body}`
    const answers = await raw(one + last)
    expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
    expect(await raw(one, true)).toBe('')
  })
})

describe('a full queue', () => {
  it('answers 503 with Retry-After, and a client that disconnects frees its place at once', async () => {
    const slow = await fake({ ...quick, tokensPerSecond: 20 }, { mostWaiting: 1, settings: { sequences: 1 } })
    try {
      const gone = new AbortController()
      const ended = new Promise<boolean>((resolve) => {
        slow.service.news.listen((news) => {
          if (news.type === 'ended' && news.gone) resolve(true)
        })
      })
      const endless = { ...hello, max_tokens: 400, stream: true }
      const first = await slow.ask(chat, endless, { signal: gone.signal })
      const second = await slow.ask(chat, endless)
      const full = await slow.ask(chat, hello)
      expect(full.status).toBe(503)
      expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refusal(full)).toEqual([503, 'api-queue-full', null])
      gone.abort()
      await first.text().catch(() => {})
      expect(await ended).toBe(true)
      expect(slow.service.queue().running + slow.service.queue().waiting).toBe(1)
      await second.body?.cancel()
    } finally {
      await slow.close()
    }
  })

  it('never asks clients to wait a minute or longer', async () => {
    const slow = await fake({ ...quick, tokensPerSecond: 1 }, { mostWaiting: 20, settings: { sequences: 1 } })
    const gone = new AbortController()
    try {
      let received = 0
      const isFull = new Promise<void>((resolve) => {
        slow.service.news.listen((news) => {
          if (news.type === 'received' && ++received === 21) resolve()
        })
      })
      for (let sent = 0; sent < 21; sent++)
        void slow.ask(chat, { ...hello, max_tokens: 400, stream: true }, { signal: gone.signal }).catch(() => {})
      await isFull
      const full = await slow.ask(chat, hello)
      expect([full.status, full.headers.get('retry-after')]).toEqual([503, '59'])
      expect(await full.text()).toContain('Try again in 59 s.')
    } finally {
      gone.abort()
      await slow.close()
    }
  })
})

describe('a client that does not read', () => {
  it('is disconnected, and the server stops reading its answer', async () => {
    let chunks = 0
    let onEnd = () => {}
    const over = new Promise<void>((resolve) => {
      onEnd = resolve
    })
    async function* endless() {
      try {
        for (;;) {
          chunks++
          yield 'x'.repeat(2 ** 20)
        }
      } finally {
        onEnd()
      }
    }
    const endlessDialect: Dialect = (routes) =>
      routes.get({ dialect: 'openai', refused: (refusal) => refusal }, '/endless', () => sse(endless(), () => ''))
    const api = await fake(quick, { limits: { unreadMs: 100 }, dialects: [endlessDialect] })
    try {
      const socket = connect(api.server.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.pause()
      socket.write(`GET /endless HTTP/1.1\r\nhost: 127.0.0.1:${api.server.port}\r\nx-api-key: ${testKey}\r\n\r\n`)
      await over
      // The operating system's socket buffers hold this much.
      expect(chunks).toBeLessThan(40)
      const closed = once(socket, 'close')
      socket.resume()
      await closed
    } finally {
      await api.close()
    }
  })
})
