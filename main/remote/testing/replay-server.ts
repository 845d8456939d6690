import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { bytesOf, type RecordedExchange, type Recording } from './recordings/recording'
import { requestKey } from './recordings/request-key'

export interface ReplayServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** The requests that no recording answers, each with the reason. A test expects none. */
  readonly misses: readonly string[]
  /** The keys of the requests, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

interface ReplayOptions {
  /** 1 is the speed of the recording; 0 sends everything at once. */
  readonly pace?: number
}

/**
 * Answers each request as the recorded server did. The same request asked again gets the next recorded answer, and the last one from then
 * on.
 */
export async function replay(recordings: Recording | readonly Recording[], { pace = 0 }: ReplayOptions = {}): Promise<ReplayServer> {
  const answers = answersByKey([recordings].flat() as readonly Recording[])
  const misses: string[] = []
  const asked: string[] = []
  const server = createServer((request, response) => void respond(request, response))

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request)
    const key = keyOf(request, text)
    asked.push(key)
    const recorded = answers.get(key)
    if (!recorded) return refuse(response, key)
    const exchange = recorded.length > 1 ? recorded.shift() : recorded[0]
    if (exchange) await send(response, exchange, pace)
  }

  function refuse(response: ServerResponse, key: string): void {
    const reason = `No recording answers ${key}. Recorded requests: ${[...answers.keys()].join('; ')}`
    misses.push(reason)
    response.writeHead(501, { 'content-type': 'text/plain' }).end(reason)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misses,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answersByKey(recordings: readonly Recording[]): Map<string, RecordedExchange[]> {
  const answers = new Map<string, RecordedExchange[]>()
  for (const exchange of recordings.flatMap(({ exchanges }) => exchanges)) {
    const { method, path, body } = exchange.request
    const key = requestKey(method, path, body)
    answers.set(key, [...(answers.get(key) ?? []), exchange])
  }
  return answers
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

function keyOf({ method = '', url = '' }: IncomingMessage, text: string): string {
  if (text === '') return requestKey(method, url, undefined)
  try {
    return requestKey(method, url, JSON.parse(text))
  } catch {
    return requestKey(method, url, text)
  }
}

async function send(response: ServerResponse, { answer }: RecordedExchange, pace: number): Promise<void> {
  response.writeHead(answer.status, answer.headers)
  response.flushHeaders()
  const startMs = performance.now()
  for (const piece of answer.pieces) {
    const restMs = piece[0] * pace - (performance.now() - startMs)
    if (restMs > 0) await wait(restMs)
    if (response.destroyed) return
    await new Promise<void>((resolve) => response.write(bytesOf(piece), () => resolve()))
  }
  if (answer.end === 'complete') response.end()
  // `closed-by-client`: the connection stays open until the client closes it.
  else if (answer.end === 'broken') response.socket?.destroy()
}
