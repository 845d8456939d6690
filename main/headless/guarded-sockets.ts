/** What a host on the loopback needs so that no request can end it: whatever comes in, a socket that breaks is a socket that is gone. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { securityHeaders } from '../web/content-policy'

const plainText = { 'content-type': 'text/plain; charset=utf-8', ...securityHeaders }

/** The URL of a request; undefined where the request line holds none, as in `GET //` and `GET http://[`. */
export function urlOf(request: IncomingMessage): URL | undefined {
  try {
    return new URL(request.url ?? '/', 'http://127.0.0.1')
  } catch {
    return undefined
  }
}

/** Node throws an error that nobody listens for, and after an upgrade nobody but us listens on a socket. */
export function surviveSockets(server: Server): void {
  server.on('connection', ignoreErrors)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && unhurried.has(socket)) return
    refuse(socket, 400, 'This is not an HTTP request.')
  })
}
const unhurried = new WeakSet<Duplex>()
/** Node gives a request 300 s to arrive. A model of many gigabytes may take longer. */
export const letTakeLong = (request: IncomingMessage): void => void unhurried.add(request.socket)
/**
 * Anyone on this machine may connect. Without limits the open files run out, or the memory for answers that nobody reads. A window needs two
 * sockets and some requests at once, and no browser sends a request before the last one was answered.
 */
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

/** For a socket without a response: one that asked for an upgrade, or for what is no HTTP. */
export function refuse(socket: Duplex, status: keyof typeof reasons, text: string): void {
  if (!socket.writable) return void socket.destroy()
  const headers = Object.entries({ ...plainText, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  // Whoever asks and reads nothing would keep it half open.
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${headers.join('')}\r\n${text}\n`, () => socket.destroy())
}
