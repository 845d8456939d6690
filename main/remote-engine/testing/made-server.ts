/** A server whose answers a test writes piece by piece. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEveryTest } from '../../testing/endings'

export interface Asked {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  readonly body: any
  readonly reply: Reply
}

export class Reply {
  /** Resolves when the connection of this request is closed. */
  readonly closed: Promise<unknown>
  constructor(private readonly response: ServerResponse) {
    this.closed = once(response, 'close')
  }

  event(value: object): void {
    this.write(`data: ${JSON.stringify(value)}\n\n`, 'text/event-stream')
  }
  delta(delta: object, others: object = {}): void {
    this.event({ choices: [{ index: 0, delta, finish_reason: null }], ...others })
  }
  finish(reason: string, last: object = {}): void {
    this.event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
    this.event({ choices: [], ...last })
    this.response.end('data: [DONE]\n\n')
  }
  line(value: object): void {
    this.write(`${JSON.stringify(value)}\n`, 'application/x-ndjson')
  }
  json(value: unknown, status = 200): void {
    this.response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
  text(text: string): void {
    this.response.writeHead(200, { 'content-type': 'text/plain' }).end(text)
  }
  redirect(location: string): void {
    this.response.writeHead(307, { location }).end()
  }
  end(): void {
    this.response.end()
  }
  /** Closes the connection before the end of the answer. What was written arrives. */
  drop(): void {
    this.response.socket?.end()
  }
  /** What was written may not arrive. */
  reset(): void {
    ;(this.response.socket as Socket | null)?.resetAndDestroy()
  }

  private write(text: string, type: string): void {
    if (!this.response.headersSent) this.response.writeHead(200, { 'content-type': type })
    this.response.write(text)
  }
}

type Answer = (asked: Asked, request: number) => void | Promise<void>

export class MadeServer {
  readonly asked: Asked[] = []
  private paused: Promise<void> | undefined
  private constructor(
    private readonly server: Server,
    private readonly answer: Answer,
  ) {}

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }
  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  static async start(answer: Answer, port = 0): Promise<MadeServer> {
    const server = createServer()
    const made = new MadeServer(server, answer)
    server.on('request', async (request, response) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of request) chunks.push(chunk as Uint8Array)
      const text = Buffer.concat(chunks).toString()
      const asked = {
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? null : JSON.parse(text),
        reply: new Reply(response),
      }
      const number = made.asked.push(asked) - 1
      await made.paused
      await made.answer(asked, number)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    open.add(made)
    return made
  }

  /** Answers wait until the returned function is called. */
  pause(): () => void {
    let resume = () => {}
    this.paused = new Promise((resolve) => {
      resume = resolve
    })
    return resume
  }

  /** Cuts every connection. */
  async stop(): Promise<void> {
    open.delete(this)
    const closed = once(this.server, 'close')
    this.server.close()
    this.server.closeAllConnections()
    await closed
  }
}

const open = new Set<MadeServer>()
afterEveryTest(async () => {
  for (const server of open) await server.stop()
})
