import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Faults {
  readonly status?: number
  /** How many times the server sends `status`. */
  readonly failures?: number
  readonly retryAfter?: string
  readonly noRanges?: boolean
  readonly noLength?: boolean
  readonly cutAfterBytes?: number
  /** The server ends each body after this many bytes, as if it were complete. */
  readonly endAfterBytes?: number
  /** The server sends at most this many bytes per request, with correct headers. */
  readonly partBytes?: number
  readonly stallAfterBytes?: number
  readonly dripMs?: number
  readonly contentRange?: (start: number, last: number, sizeBytes: number, request: number) => string | undefined
  readonly headers?: (request: number) => Record<string, string>
  readonly redirect?: (path: string, request: number) => string | undefined
  readonly redirectStatus?: number
  readonly onRequest?: (request: number, path: string) => boolean | undefined
}

export interface BadServer {
  readonly url: (path: string) => string
  readonly requests: IncomingMessage[]
  sentBytes: number
  aborted: number
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function startBadServer(files: ReadonlyMap<string, Uint8Array>, faults: Faults = {}): Promise<BadServer> {
  const open = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    bad.requests.push(request)
    const closed = new Promise<void>((resolve) => response.on('close', resolve)).then(() => {
      if (!response.writableFinished) bad.aborted++
      open.delete(closed)
    })
    open.add(closed)
    void answer(bad, files, faults, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const bad: BadServer = {
    url: (path) => `http://127.0.0.1:${port}/${path}`,
    requests: [],
    sentBytes: 0,
    aborted: 0,
    settled: async () => {
      await Promise.all(open)
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return bad
}

async function answer(
  bad: BadServer,
  files: ReadonlyMap<string, Uint8Array>,
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const number = bad.requests.length
  const path = new URL(request.url ?? '', 'http://host').pathname.slice(1)
  if (faults.onRequest?.(number, path) === false) return
  const location = faults.redirect?.(path, number)
  if (location !== undefined) {
    response.writeHead(faults.redirectStatus ?? 302, { location, 'set-cookie': 'a=b' }).end('moved')
    return
  }
  if (faults.status !== undefined && number <= (faults.failures ?? Number.POSITIVE_INFINITY)) {
    response.writeHead(faults.status, faults.retryAfter === undefined ? {} : { 'retry-after': faults.retryAfter }).end()
    return
  }
  const file = files.get(path)
  if (!file) {
    response.writeHead(404).end('not found')
    return
  }
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  if (faults.noRanges || !range) await send(bad, response, faults, 200, file, faults.headers?.(number))
  else await sendRange(bad, response, faults, file, Number(range[1]), Number(range[2]), number)
}

async function sendRange(
  bad: BadServer,
  response: ServerResponse,
  faults: Faults,
  file: Uint8Array,
  start: number,
  asked: number,
  number: number,
) {
  if (start >= file.length) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end()
    return
  }
  const last = Math.min(asked, file.length - 1, start + (faults.partBytes ?? Number.POSITIVE_INFINITY) - 1)
  const contentRange = faults.contentRange ? faults.contentRange(start, last, file.length, number) : `bytes ${start}-${last}/${file.length}`
  await send(bad, response, faults, 206, file.subarray(start, last + 1), {
    ...(contentRange === undefined ? {} : { 'content-range': contentRange }),
    ...faults.headers?.(number),
  })
}

async function send(
  bad: BadServer,
  response: ServerResponse,
  faults: Faults,
  status: number,
  body: Uint8Array,
  headers?: Record<string, string>,
) {
  const length = faults.noLength || faults.endAfterBytes !== undefined ? {} : { 'content-length': String(body.length) }
  response.writeHead(status, { ...length, ...headers })
  const end = Math.min(
    body.length,
    faults.cutAfterBytes ?? body.length,
    faults.endAfterBytes ?? body.length,
    faults.stallAfterBytes ?? body.length,
  )
  const closed = new Promise((resolve) => response.once('close', resolve))
  const step = faults.dripMs === undefined ? 1 << 16 : 1
  for (let at = 0; at < end && !response.destroyed; at += step) {
    const piece = body.subarray(at, Math.min(at + step, end))
    bad.sentBytes += piece.length
    // Newer versions of Node discard what is not flushed when the connection is destroyed.
    await Promise.race([closed, new Promise((resolve) => response.write(piece, resolve))])
    if (faults.dripMs !== undefined) await new Promise((resolve) => setTimeout(resolve, faults.dripMs))
  }
  if (faults.cutAfterBytes !== undefined) response.destroy()
  else if (faults.stallAfterBytes === undefined) response.end()
}
