/** Passes requests on to the server, and keeps them. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tracedAgent } from './traced-server'

export interface RecordedRequest {
  /** Counts from 1. */
  readonly number: number
  readonly method: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>> | null
  readonly status: number
  /** The server's error text. */
  readonly refusal: string | null
}

type Body = Readonly<Record<string, unknown>>

export class Recorder {
  readonly requests: RecordedRequest[] = []
  private readonly server = createServer((request, response) => void this.pass(request, response))

  /** The first request of a turn has to call `tool`. */
  constructor(
    private readonly target: string,
    private readonly tool: string,
  ) {}

  private isTurnBegun = false
  private numbers = 0

  beginTurn(): void {
    this.isTurnBegun = true
  }

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request
    const gone = new AbortController()
    const number = ++this.numbers
    response.on('close', () => gone.abort())
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const sent = chunks.length === 0 ? null : (JSON.parse(Buffer.concat(chunks).toString()) as Body)
      const body = sent && this.forced(path, sent)
      const answer = await fetch(this.target + path, {
        method,
        headers: {
          'content-type': 'application/json',
          'user-agent': tracedAgent(String(request.headers['user-agent'] ?? ''), number),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: gone.signal,
      })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
      const refusal = answer.ok ? null : await answer.clone().text()
      this.requests.push({ number, method, path, body, status: answer.status, refusal })
      for await (const chunk of answer.body ?? []) response.write(chunk)
      response.end()
    } catch (error) {
      if (gone.signal.aborted) return
      this.requests.push({ number, method, path, body: null, status: 502, refusal: String(error) })
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end(String(error))
    }
  }

  private forced(path: string, body: Body): Body {
    if (!this.isTurnBegun || path.includes('/count_tokens') || !hasTool(body, this.tool)) return body
    this.isTurnBegun = false
    return { ...body, tool_choice: choiceOf(path, this.tool) }
  }
}

const nameOf = (tool: Body): unknown => tool.name ?? (tool.function as Body | undefined)?.name

const hasTool = ({ tools }: Body, name: string): boolean => Array.isArray(tools) && tools.some((tool: Body) => nameOf(tool) === name)

function choiceOf(path: string, name: string): Body {
  if (path.includes('/messages')) return { type: 'tool', name }
  return path.includes('/responses') ? { type: 'function', name } : { type: 'function', function: { name } }
}
