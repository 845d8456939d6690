/** A server with OpenAI's API that streams words at known times, and remembers what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StubOptions {
  /** Between two pieces, and before the first. */
  readonly gapMs?: number
  /** Pieces of the answer. As many as the request allows if left out. */
  readonly pieces?: number
  readonly reportsUsage?: boolean
  /** Tokens that the chat template adds, and tokens of each word. */
  readonly templateTokens?: number
  readonly tokensPerWord?: number
  /** Refuses these requests (from 0) with status 500. */
  readonly refused?: (request: number) => boolean
}

export interface StubRequest {
  readonly prompt: string
  readonly maxTokens: number
  readonly authorization: string | undefined
  /** When each piece was written, in ms on the clock of `process.hrtime`. */
  readonly sentMs: number[]
}

export interface StubServer {
  readonly url: string
  readonly requests: StubRequest[]
  readonly inFlight: { now: number; most: number }
  /** From now on, answers wait until `open` is called. */
  readonly hold: () => void
  readonly open: () => void
  /** Resolves once `count` requests have arrived. */
  readonly arrived: (count: number) => Promise<void>
  readonly close: () => Promise<void>
}

export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6

export async function startStub(options: StubOptions = {}): Promise<StubServer> {
  let open = () => {}
  let opened = Promise.resolve()
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const requests: StubRequest[] = []
  const inFlight = { now: 0, most: 0 }
  const server = createServer((request, response) => {
    // Node delays small writes otherwise.
    response.socket?.setNoDelay(true)
    void textOf(request).then(async (text) => {
      if (request.url === '/v1/models') return json(response, { object: 'list', data: [{ id: 'stub', object: 'model' }] })
      if (request.url === '/tokenize') return json(response, { tokens: tokensIn((JSON.parse(text) as { content: string }).content) })
      if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end()
      const asked = askedFor(text, request)
      requests.push(asked)
      for (const { count, resolve } of waiting) if (requests.length >= count) resolve()
      if (options.refused?.(requests.length - 1)) return json(response, { error: { message: 'no' } }, 500)
      inFlight.most = Math.max(inFlight.most, ++inFlight.now)
      response.once('close', () => inFlight.now--)
      await opened
      await stream(asked, response, options)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    inFlight,
    hold: () => {
      opened = new Promise((resolve) => {
        open = resolve
      })
    },
    open: () => open(),
    arrived: (count) => (requests.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve }))),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }

  function tokensIn(content: string): number[] {
    const words = content.split(' ').filter(Boolean).length
    return Array.from({ length: Math.round(words * (options.tokensPerWord ?? 1)) }, (_, at) => at)
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

const json = (response: ServerResponse, value: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

function askedFor(text: string, { headers }: IncomingMessage): StubRequest {
  const body = JSON.parse(text) as { messages: { content: string }[]; max_tokens?: number; max_completion_tokens?: number }
  return {
    prompt: body.messages.at(-1)?.content ?? '',
    maxTokens: body.max_tokens ?? body.max_completion_tokens ?? 16,
    authorization: headers.authorization,
    sentMs: [],
  }
}

async function stream(asked: StubRequest, response: ServerResponse, options: StubOptions): Promise<void> {
  const { gapMs = 0, tokensPerWord = 1, templateTokens = 0, reportsUsage = true } = options
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(event({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }))
  const pieces = options.pieces ?? asked.maxTokens
  let dueMs = machineMs()
  for (let piece = 0; piece < pieces && !response.destroyed; piece++) {
    dueMs += gapMs
    if (gapMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - machineMs())))
    asked.sentMs.push(machineMs())
    response.write(event({ choices: [{ index: 0, delta: { content: ' word' }, finish_reason: null }] }))
  }
  response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: 'length' }] }))
  const promptTokens = templateTokens + Math.round(asked.prompt.split(' ').filter(Boolean).length * tokensPerWord)
  const usage = { prompt_tokens: promptTokens, completion_tokens: pieces, total_tokens: promptTokens + pieces }
  if (reportsUsage) response.write(event({ choices: [], usage }))
  response.end('data: [DONE]\n\n')
}

const event = (value: object): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'stub', ...value })}\n\n`
