import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { securityHeaders } from '../web/content-policy'

const plainText = { 'content-type': 'text/plain; charset=utf-8', ...securityHeaders }

export function urlOf(request: IncomingMessage): URL | undefined {
  try {
    return new URL(request.url ?? '/', 'http://127.0.0.1')
  } catch {
    return undefined
  }
}

/** Node throws `error` events that have no listener. An upgraded socket has no other listener. */
export function surviveSockets(server: Server): void {
  server.on('connection', ignoreErrors)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && slowRequests.has(socket)) return
    refuse(socket, 400, 'This is not an HTTP request.')
  })
}
const slowRequests = new WeakSet<Duplex>()
/** Uploading a large model can take longer than Node's limit of 300 s per request. */
export const allowSlow = (request: IncomingMessage): void => void slowRequests.add(request.socket)
/** Without limits, a local process could exhaust file descriptors or memory. */
export function limitSockets(server: Server): void {
  server.maxConnections = mostConnections
  server.maxRequestsPerSocket = mostRequestsPerConnection
}
export const mostConnections = 512
export const mostRequestsPerConnection = 100

export const ignoreErrors = (socket: NodeJS.EventEmitter): void => void socket.on('error', () => {})

export function deny(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, plainText)
  response.end(`${text}\n`)
}

const reasons = { 400: 'Bad Request', 403: 'Forbidden', 404: 'Not Found', 500: 'Internal Server Error' } as const

export function refuse(socket: Duplex, status: keyof typeof reasons, text: string): void {
  if (!socket.writable) return void socket.destroy()
  const headers = Object.entries({ ...plainText, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  // A client that never reads would keep the socket half open.
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${headers.join('')}\r\n${text}\n`, () => socket.destroy())
}
