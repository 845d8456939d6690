/**
 * Imitates the model hub and its failures.
 *
 *   /api/models/{owner}/{name}/tree/{revision}     the list of files, 1,000 entries at a time
 *   /api/models?search={words}                     names of repositories, those with the most files first
 *   /{owner}/{name}/resolve/{revision}/{path}      302 to the store
 *   /store/{owner}/{name}/{path}                   the bytes, all of them or a range
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HubFaults {
  readonly refuse?: { readonly path: RegExp; readonly status: number; readonly retryAfter?: string; readonly times?: number }
  readonly cut?: { readonly afterBytes: number; readonly times: number }
  readonly noRanges?: boolean
  readonly noIfRange?: boolean
  readonly noMarks?: boolean
  readonly wrongHash?: boolean
  readonly noHash?: boolean
  readonly bytesPerSecond?: number
  readonly token?: string
  readonly pageEntries?: number
  readonly madeUpPaths?: readonly string[]
  readonly redirect?: (path: string) => string
}

export interface HubRequest {
  readonly path: string
  readonly range: string | undefined
  readonly ifRange: string | undefined
  readonly authorization: string | undefined
  readonly status: number
}

export class MadeHub {
  /** Maps `owner/name` to paths, and paths to bytes. */
  readonly repositories = new Map<string, Map<string, Uint8Array>>()
  readonly requests: HubRequest[] = []
  sentBytes = 0
  private current: HubFaults = {}
  private cuts = 0
  private refusals = 0
  private readonly server = createServer((request, response) => void this.answer(request, response))

  static async start(repositories: Readonly<Record<string, Readonly<Record<string, Uint8Array>>>> = {}): Promise<MadeHub> {
    const hub = new MadeHub()
    for (const [repository, files] of Object.entries(repositories)) hub.repositories.set(repository, new Map(Object.entries(files)))
    await new Promise<void>((resolve) => hub.server.listen(0, '127.0.0.1', resolve))
    return hub
  }

  get faults(): HubFaults {
    return this.current
  }
  set faults(faults: HubFaults) {
    this.current = faults
    this.cuts = 0
    this.refusals = 0
  }
  get url(): URL {
    return new URL(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`)
  }

  get storeRequests(): HubRequest[] {
    return this.requests.filter(({ path }) => path.startsWith('/store/'))
  }

  stop(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const path = decodeURIComponent(pathname)
    this.note(request, path, response)
    response.once('error', () => {})
    const { refuse, token } = this.faults
    if (refuse?.path.test(path) && this.refusals++ < (refuse.times ?? Number.POSITIVE_INFINITY))
      return void response.writeHead(refuse.status, refuse.retryAfter === undefined ? {} : { 'retry-after': refuse.retryAfter }).end()
    if (path.startsWith('/store/')) return this.sendContent(path, request, response)
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end()
    const list = /^\/api\/models\/([^/]+\/[^/]+)\/tree\//.exec(path)
    if (list) return this.sendList(list[1] ?? '', Number(searchParams.get('cursor') ?? 0), pathname, response)
    if (path === '/api/models') return this.sendNames(searchParams.get('search') ?? '', response)
    const file = /^\/([^/]+\/[^/]+)\/resolve\/[^/]+\/(.+)$/.exec(path)
    const bytes = file && this.repositories.get(file[1] ?? '')?.get(file[2] ?? '')
    if (!bytes) return void response.writeHead(404).end('Entry not found')
    response
      .writeHead(302, {
        location: this.faults.redirect?.(path) ?? `/store/${encodeURI(file[1] ?? '')}/${encodeURIComponent(file[2] ?? '')}`,
      })
      .end()
  }

  private note({ headers }: IncomingMessage, path: string, response: ServerResponse): void {
    this.requests.push({
      path,
      range: headers.range,
      ifRange: headers['if-range'] as string | undefined,
      authorization: headers.authorization,
      get status() {
        return response.statusCode
      },
    })
  }

  private sendNames(search: string, response: ServerResponse): void {
    const words = search.toLowerCase().split(' ')
    const found = [...this.repositories].filter(([name]) => words.every((word) => name.toLowerCase().includes(word)))
    const entries = found.map(([id, files]) => ({ id, downloads: files.size, tags: ['gguf'] })).sort((a, b) => b.downloads - a.downloads)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(entries))
  }

  private sendList(repository: string, from: number, pathname: string, response: ServerResponse): void {
    const files = this.repositories.get(repository)
    if (!files) return void response.writeHead(401).end()
    const { wrongHash, noHash, pageEntries = 1000, madeUpPaths = [] } = this.faults
    const entries = [
      { type: 'directory', path: 'folder', size: 0 },
      ...[...files].map(([path, bytes]) => ({
        type: 'file',
        path,
        size: bytes.length,
        ...(noHash ? {} : { lfs: { oid: wrongHash ? '0'.repeat(64) : sha256(bytes), size: bytes.length, pointerSize: 134 } }),
      })),
      ...madeUpPaths.map((path) => ({ type: 'file', path, size: 1 })),
    ]
    const more = entries.length > from + pageEntries
    const link = more ? { link: `<${this.url.origin}${pathname}?recursive=true&cursor=${from + pageEntries}>; rel="next"` } : {}
    response.writeHead(200, { 'content-type': 'application/json', ...link }).end(JSON.stringify(entries.slice(from, from + pageEntries)))
  }

  private async sendContent(path: string, { headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, , owner, name, ...rest] = path.split('/')
    const bytes = this.repositories.get(`${owner}/${name}`)?.get(rest.join('/'))
    if (!bytes) return void response.writeHead(404).end()
    const { noRanges, noIfRange, noMarks } = this.faults
    const etag = `"${sha256(bytes)}"`
    const marks = noMarks ? {} : { etag }
    const match = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '')
    const isSame = noIfRange || headers['if-range'] === undefined || headers['if-range'] === etag
    if (!match || noRanges || !isSame) {
      response.writeHead(200, { ...marks, 'content-length': bytes.length })
      return this.send(bytes, response)
    }
    const start = Number(match[1])
    const last = Math.min(match[2] ? Number(match[2]) : bytes.length - 1, bytes.length - 1)
    if (start > last) return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
    response.writeHead(206, { ...marks, 'content-length': last - start + 1, 'content-range': `bytes ${start}-${last}/${bytes.length}` })
    return this.send(bytes.subarray(start, last + 1), response)
  }

  private async send(body: Uint8Array, response: ServerResponse): Promise<void> {
    const { cut, bytesPerSecond } = this.faults
    const isCut = cut !== undefined && this.cuts < cut.times && body.length > cut.afterBytes
    if (isCut) this.cuts++
    const end = isCut ? cut.afterBytes : body.length
    const step = bytesPerSecond === undefined ? 1 << 18 : Math.max(1, Math.floor(bytesPerSecond / 20))
    const closed = new Promise((resolve) => response.once('close', resolve))
    for (let at = 0; at < end && !response.destroyed; at += step) {
      const piece = body.subarray(at, Math.min(at + step, end))
      this.sentBytes += piece.length
      if (!response.write(piece)) await Promise.race([closed, new Promise((resolve) => response.once('drain', resolve))])
      if (bytesPerSecond !== undefined) await new Promise((resolve) => setTimeout(resolve, 50))
    }
    if (isCut) response.destroy()
    else response.end()
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
