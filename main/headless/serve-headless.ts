/**
 * Headroom without a desktop: the same services and the same window, served to a browser on this machine.
 * The engine is a child process; a browser's frames for it pass through here unread.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { onError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { failureOf } from '../../core/contract/coded-error'
import type { App } from '../services/app'
import { hostRouter } from '../services/host-router'
import { logBug } from '../services/log-bug'
import { rendererFile } from '../web/renderer-files'
import { Access, type Denial, denialText } from './access'
import { Uploads } from './uploads'

/** Largest message from a page: a pasted prompt fits, nothing reasonable is larger. */
const largestMessageBytes = 32 * 2 ** 20

export interface HeadlessOptions {
  readonly app: App
  readonly rendererFolder: string
  /** 0: any free port. */
  readonly port: number
  /** Answers for the window's files instead of the built ones; `npm run dev` puts Vite here. */
  readonly devRenderer?: (server: Server) => Promise<(request: IncomingMessage, response: ServerResponse) => void>
}

export interface Headless {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** Resolves when it listens. Rejects with node's own error where the port is taken. */
export async function serveHeadless({ app, rendererFolder, port, devRenderer }: HeadlessOptions): Promise<Headless> {
  const access = new Access()
  const uploads = new Uploads(app.store.folder, app.library)
  const server = createServer()
  const dev = devRenderer ? await devRenderer(server) : undefined
  server.on('request', (request, response) => void answer(request, response))
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes })
  server.on('upgrade', (request, socket, head) => upgrade(request, socket, head))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (url.pathname === '/upload' && request.method === 'POST') return upload(request, response, url)
    if (request.method !== 'GET' && request.method !== 'HEAD') return deny(response, 405, 'Not allowed')
    const denial = url.pathname === '/' ? access.page(request, url) : access.file(request)
    if (denial) return deny(response, 403, denialText[denial])
    if (dev) return dev(request, response)
    const file = await rendererFile(rendererFolder, url.pathname)
    response.writeHead(file.status, {
      ...file.headers,
      'cache-control': url.pathname.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-store',
    })
    response.end(request.method === 'HEAD' ? undefined : file.body)
  }

  async function upload(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const denial = access.action(request, url)
    if (denial) return deny(response, 403, denialText[denial])
    const reply = (body: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify(body))
    }
    try {
      const model = await uploads.receive(request, url.searchParams.get('name') ?? '')
      app.state.changed('models')
      reply({ ok: true, model })
    } catch (error) {
      const failure = failureOf(error)
      if (!failure) {
        if (!request.destroyed) console.error('[upload]', error)
        return deny(response, 500, 'The upload failed')
      }
      reply({ ok: false, failure })
    }
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    // Vite's own socket, for hot reloading.
    if (dev && request.headers['sec-websocket-protocol']?.startsWith('vite-')) return
    if (url.pathname !== '/host' && url.pathname !== '/engine') return refuse(socket, 404, 'Not found')
    const denial: Denial | undefined = access.action(request, url)
    if (denial) return refuse(socket, 403, denialText[denial])
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (url.pathname === '/host')
        void new RPCHandler(hostRouter(app), { interceptors: [onError(logBug)] }).upgrade(webSocket, { context: {} })
      else connectEngine(webSocket)
    })
  }

  function connectEngine(webSocket: WebSocket): void {
    const { engine } = app.supervisor
    if (!engine) return webSocket.close(1013, 'the engine is not running')
    const port = engine.process.connect('view')
    port.on('message', ({ data }) => webSocket.send(data as string))
    port.on('close', () => webSocket.close(1012, 'the engine has ended'))
    webSocket.on('message', (data, isBinary) => port.postMessage(isBinary ? data : data.toString()))
    webSocket.on('close', () => port.close())
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: listening } = server.address() as AddressInfo
  access.listening(listening)
  return {
    url: access.url,
    port: listening,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function deny(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(`${text}\n`)
}

function refuse(socket: Duplex, status: 403 | 404, text: string): void {
  socket.end(
    `HTTP/1.1 ${status} ${status === 403 ? 'Forbidden' : 'Not Found'}\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\n${text}\n`,
  )
}
