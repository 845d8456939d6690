import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { failureOf } from '../../core/contract/errors/coded-error'
import { largestMessageBytes, largestViewMessageBytes } from '../../core/contract/wire/message-limit'
import type { Channel } from '../../core/rpc/channel'
import type { App } from '../services/app'
import { serveHost } from '../services/serve-host'
import { securityHeaders } from '../web/content-policy'
import { rendererFile } from '../web/renderer-files'
import { Access, denialText } from './access'
import { allowSlow, deny, ignoreErrors, limitSockets, refuse, surviveSockets, urlOf } from './guarded-sockets'
import { KeptAssets } from './kept-assets'
import { unreadLimited } from './unread-answers'
import { Uploads } from './uploads'

export interface HeadlessOptions {
  readonly app: App
  readonly rendererFolder: string
  readonly port: number
  readonly devRenderer?: (server: Server) => Promise<(request: IncomingMessage, response: ServerResponse) => void>
  readonly timeouts?: Pick<ServerOptions, 'requestTimeout' | 'headersTimeout' | 'connectionsCheckingInterval'>
}

export interface Headless {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

export async function serveHeadless({ app, rendererFolder, port, devRenderer, timeouts = {} }: HeadlessOptions): Promise<Headless> {
  const access = new Access()
  const uploads = new Uploads(app.store.folder, app.library)
  const server = createServer(timeouts)
  const dev = devRenderer ? await devRenderer(server) : undefined
  surviveSockets(server)
  limitSockets(server)
  const assets = new KeptAssets(rendererFolder)
  server.on('request', (request, response) => {
    ignoreErrors(request)
    ignoreErrors(response)
    answer(request, response).catch((error: unknown) => {
      console.error('[host]', error)
      deny(response, 500, 'Headroom had an internal error')
    })
  })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes, autoPong: false })
  const engineSockets = new WebSocketServer({ noServer: true, maxPayload: largestViewMessageBytes, autoPong: false })
  server.on('upgrade', (request, socket, head) => {
    try {
      upgrade(request, socket, head)
    } catch (error) {
      console.error('[host]', error)
      refuse(socket, 500, 'Headroom had an internal error')
    }
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!access.isOurHost(request)) return deny(response, 403, denialText['wrong-host'])
    const url = urlOf(request)
    if (!url) return deny(response, 400, 'The address of the request is not valid.')
    if (url.pathname === '/upload' && request.method === 'POST') return receive(request, response, url, receiveModel)
    if (url.pathname === '/document' && request.method === 'POST') return receive(request, response, url, receiveDocument)
    if (request.method !== 'GET' && request.method !== 'HEAD') return deny(response, 405, 'Not allowed')
    if (url.pathname === '/token' && access.hasToken(url)) return void response.writeHead(204, securityHeaders).end()
    if (dev && url.pathname !== '/token') return dev(request, response)
    if (!access.isPublic(url) && !access.hasToken(url)) return deny(response, 403, denialText['wrong-token'])
    const file = await (access.isPublic(url) ? assets.file(url.pathname) : rendererFile(rendererFolder, url.pathname))
    response.writeHead(file.status, {
      ...securityHeaders,
      ...file.headers,
      'cache-control': url.pathname.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-store',
    })
    response.end(request.method === 'HEAD' ? undefined : file.body)
  }

  async function receiveModel(request: IncomingMessage, name: string): Promise<object> {
    const model = await uploads.receive(request, name)
    app.state.changed('models')
    return { model }
  }

  async function receiveDocument(request: IncomingMessage, name: string): Promise<object> {
    return { document: await app.documents.read(name, request) }
  }

  async function receive(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    take: (request: IncomingMessage, name: string) => Promise<object>,
  ): Promise<void> {
    const denial = access.action(request, url)
    if (denial) return deny(response, 403, denialText[denial])
    allowSlow(request)
    const reply = (body: unknown) => {
      response.writeHead(200, { ...securityHeaders, 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify(body))
    }
    try {
      reply({ ok: true, ...(await take(request, url.searchParams.get('name') ?? '')) })
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
    if (!access.isOurHost(request)) return refuse(socket, 403, denialText['wrong-host'])
    const url = urlOf(request)
    if (!url) return refuse(socket, 400, 'The address of the request is not valid.')
    // Vite's socket for hot reloading.
    if (dev && request.headers['sec-websocket-protocol']?.startsWith('vite-')) return
    if (url.pathname !== '/host' && url.pathname !== '/engine') return refuse(socket, 404, 'Not found')
    const denial = access.action(request, url)
    if (denial) return refuse(socket, 403, denialText[denial])
    const isHost = url.pathname === '/host'
    const webSockets = isHost ? sockets : engineSockets
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      ignoreErrors(webSocket)
      const send = unreadLimited(webSocket, () => app.state.events.add('window', { code: 'window-reads-nothing', facts: {} }, true))
      if (isHost) serveHost(app, { ...socketChannel(webSocket), send })
      else connectEngine(webSocket, send)
    })
  }

  function connectEngine(webSocket: WebSocket, send: (message: string) => void): void {
    const { engine } = app.supervisor
    if (!engine) return webSocket.close(1013, 'the engine is not running')
    const port = engine.process.connect('view')
    port.on('message', ({ data }) => send(data as string))
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
        for (const client of [...sockets.clients, ...engineSockets.clients]) client.terminate()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const socketChannel = (socket: WebSocket): Channel => ({
  send: (message) => socket.send(message),
  onMessage: (listener) => void socket.on('message', (data, isBinary) => listener(isBinary ? data : data.toString())),
  onClose: (listener) => void socket.on('close', listener),
})
