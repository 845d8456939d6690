/** Node's own HTTP server, with the checks and limits that all dialects share. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { coded } from '../../../core/contract/errors/coded-error'
import { refusalOf } from '../../../core/serve/refusal'
import type { ServedClient } from '../../../core/serve/served-request'
import type { StoredKey } from '../keys/api-keys'
import { nameOfKey } from '../keys/api-keys'
import type { Dialect, DialectFrame } from '../routes'
import type { ServeService } from '../serve-service'
import { ApiAccess, keyIn } from './api-access'
import { dialects as allDialects } from './dialects'
import { type ServeLimits, serveLimits } from './limits'
import { openApi } from './open-api'
import { refuseBytes } from './protocol-errors'
import { readBody } from './read-body'
import { type OpenRequest, refuse } from './refuse'
import { type Route, RouteTable } from './route-table'
import { expectedFailure, sendReply } from './send-reply'

export interface ApiServerOptions {
  readonly service: ServeService
  readonly host?: string
  /** 0: any free port. */
  readonly port: number
  /** Read for each request, so that a revoked key stops working at once. null: requests need no key. */
  readonly keys: (() => readonly StoredKey[]) | null
  /** PEM. */
  readonly tls?: { readonly cert: string; readonly key: string }
  readonly limits?: Partial<ServeLimits>
  readonly dialects?: readonly Dialect[]
}

/** In characters. Longer headers and paths are truncated. */
const mostNoted = 256

export interface ApiServer {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { service, host = '127.0.0.1', keys, tls } = options
  const limits: ServeLimits = { ...serveLimits, ...options.limits }
  const access = new ApiAccess(host)
  const table = new RouteTable()
  for (const dialect of options.dialects ?? allDialects) dialect(table, service)
  const anyFrame = table.all[0]?.frame as DialectFrame
  table.get(anyFrame, '/openapi.json', () => ({ kind: 'json', status: 200, body: openApi(table.all, service.version), headers: {} }), {
    isPublic: true,
    summary: 'This document',
  })

  const serverOptions = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: Math.min(30_000, limits.headersMs),
  }
  /** Requests that the ledger has from the engine's service, so their failures are no refusals. */
  const listed = new Set<number>()
  const unfollow = service.news.listen((news) => {
    if (news.type === 'received' && news.turn.request.client.call !== undefined) listed.add(news.turn.request.client.call)
  })
  let calls = 0

  const server: Server = tls ? createSecureServer({ ...serverOptions, ...tls }) : createServer(serverOptions)
  server.maxConnections = limits.connections
  server.maxRequestsPerSocket = limits.requestsPerConnection
  server.on('connection', (socket) => void socket.on('error', () => {}))
  const openRequests = new WeakMap<Duplex, Set<OpenRequest>>()
  const openOn = (socket: Duplex) => openRequests.get(socket) ?? new Set()
  server.on('clientError', (error, socket) => refuseBytes(error, socket, [...openOn(socket)], anyFrame, limits.discardMs))
  server.on('request', (request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController()
    const ignore = () => {}
    request.on('error', ignore)
    response.on('error', ignore)
    const open: OpenRequest = { request, response, frame: anyFrame }
    openRequests.set(request.socket, openOn(request.socket).add(open))
    response.on('close', () => {
      openOn(request.socket).delete(open)
      if (!response.writableFinished) gone.abort()
    })
    let client: ServedClient = {
      call: ++calls,
      dialect: anyFrame.dialect,
      endpoint: (request.url ?? '/').split('?', 1)[0]?.slice(0, mostNoted) ?? '/',
      userAgent: (request.headers['user-agent'] ?? '').slice(0, mostNoted),
      keyName: null,
    }
    try {
      const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET')
      const url = urlOf(request)
      const path = url?.pathname ?? client.endpoint
      const found = table.match(method, path)
      open.frame = found?.route.frame ?? table.frameNear(path)
      client = { ...client, dialect: open.frame.dialect }
      access.assertAllowed(request)
      client = { ...client, keyName: nameOf(request, found?.route) }
      if (!found || !url) throw coded('api-path-unknown', { method, path })
      const { route, params } = found
      const reply = await route.handler({
        client: { ...client, endpoint: path },
        body: method === 'POST' ? await readBody(request, limits, route.options.takesNoBody ?? false) : {},
        query: url.searchParams,
        params,
        headers: plainHeaders(request),
        signal: gone.signal,
      })
      await sendReply({ response, signal: gone.signal, unreadMs: limits.unreadMs }, reply)
    } catch (error) {
      if (gone.signal.aborted) return
      const failure = expectedFailure(error)
      if (!listed.has(client.call ?? 0)) service.news.emit({ type: 'refused', client, failure, atMs: Date.now() })
      refuse(open, refusalOf(failure), limits)
    } finally {
      listed.delete(client.call ?? 0)
    }
  }

  /** Throws `api-key-refused`. */
  function nameOf(request: IncomingMessage, route: Route | undefined): string | null {
    if (keys === null || route?.options.isPublic) return null
    const given = keyIn(request)
    const name = nameOfKey(keys(), given)
    if (name === undefined) throw coded('api-key-refused', { hadKey: given !== '' })
    return name
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      unfollow()
      reject(error)
    })
    server.listen(options.port, host, resolve)
  })
  const { port } = server.address() as AddressInfo
  access.listening(port, tls !== undefined)
  const shownHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return {
    url: `${tls ? 'https' : 'http'}://${shownHost}:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        unfollow()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function urlOf({ url = '/' }: IncomingMessage): URL | null {
  const base = 'http://127.0.0.1'
  return URL.canParse(url, base) ? new URL(url, base) : null
}

const plainHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
