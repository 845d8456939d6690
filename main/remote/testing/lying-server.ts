import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerAddress } from '../../../core/remote/server-facts'
import { afterEveryTest } from '../../testing/endings'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Reply = (response: ServerResponse, request: SeenRequest) => unknown

/** Replies with whatever a test wants, true or not. Paths include the query; '*' is every other path. */
export class LyingServer {
  readonly requests: SeenRequest[] = []
  /** Connections that the client closed before the reply ended. */
  hungUp = 0
  /** Replies that were sent whole. */
  replied = 0
  private readonly server = createServer((request, response) => void this.answer(request, response))
  private readonly changes = new Set<() => void>()

  private constructor(readonly replies: Record<string, Reply>) {}

  static async start(replies: Record<string, Reply>): Promise<LyingServer> {
    const lying = new LyingServer(replies)
    await new Promise<void>((resolve) => lying.server.listen(0, '127.0.0.1', resolve))
    open.add(lying)
    return lying
  }

  get address(): ServerAddress {
    return { url: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`, key: null }
  }

  /** Resolves when `isSo` holds after a request or a hang-up. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>((resolve) => {
        this.changes.add(resolve)
      })
  }

  async close(): Promise<void> {
    open.delete(this)
    this.server.closeAllConnections()
    await new Promise<void>((resolve) => this.server.close(() => resolve()))
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => {
      if (response.writableFinished) this.replied++
      else this.hungUp++
      this.changed()
    })
    response.on('error', () => {})
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    const seen = { method: request.method ?? '', path, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
    this.requests.push(seen)
    this.changed()
    const reply = this.replies[path] ?? this.replies['*'] ?? status(404, { detail: 'Not Found' })
    await reply(response, seen)
  }

  private changed(): void {
    const waiting = [...this.changes]
    this.changes.clear()
    for (const wake of waiting) wake()
  }
}

const open = new Set<LyingServer>()
afterEveryTest(async () => {
  await Promise.all([...open].map((server) => server.close()))
})

/** An address of this machine where no server answers. */
export async function closedAddress(): Promise<ServerAddress> {
  const server = await LyingServer.start({})
  const { address } = server
  await server.close()
  return address
}

export const status =
  (code: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response
      .writeHead(code, { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

export const json = (body: unknown): Reply => status(200, body)

export const page: Reply = status(200, '<!doctype html><html><title>Router</title></html>', { 'content-type': 'text/html' })

export const redirect = (location: string): Reply => status(302, 'moved', { location })

/** Server-sent events, each in its own write. */
export const events =
  (...chunks: readonly unknown[]): Reply =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const chunk of chunks) await write(response, `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`)
    response.end()
  }

/** NDJSON, each line in its own write. */
export const lines =
  (...values: readonly unknown[]): Reply =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    for (const value of values) await write(response, `${JSON.stringify(value)}\n`)
    response.end()
  }

/** Writes the pieces, then resets the connection. */
export const cutAfter =
  (contentType: string, ...pieces: readonly (string | Uint8Array)[]): Reply =>
  async (response) => {
    response.writeHead(200, { 'content-type': contentType })
    for (const piece of pieces) await write(response, piece)
    response.destroy()
  }

/** Writes the pieces, then stays silent. */
export const stallAfter =
  (contentType: string, ...pieces: readonly (string | Uint8Array)[]): Reply =>
  async (response) => {
    response.writeHead(200, { 'content-type': contentType })
    for (const piece of pieces) await write(response, piece)
  }

/** Writes the piece again and again until the client hangs up. */
export const endless =
  (contentType: string, piece: string): Reply =>
  async (response) => {
    response.writeHead(200, { 'content-type': contentType })
    while (!response.destroyed) {
      await write(response, piece)
      // Short pieces are written without waiting, so that nothing else in this process would run.
      await new Promise(setImmediate)
    }
  }

/** Each piece leaves the process in its own packet, or the connection is gone. */
export const write = (response: ServerResponse, piece: string | Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('close', done)
      resolve()
    }
    response.once('close', done)
    response.write(piece, done)
  })
