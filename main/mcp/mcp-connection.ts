/** One running server: a process of its own, or an address. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { mostTools, type ToolDefinition } from '../../core/contract/chat/tools'
import { coded, failureOf } from '../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../core/contract/errors/errors'
import type { McpServer } from '../../core/contract/mcp/mcp-servers'
import { messageOf } from '../../core/text/message-of'
import { type CallResult, failed, resultOf } from '../../core/tools/result-text'
import { toolsIn } from '../../core/tools/tools-in'
import type { Network } from '../library/network/network'
import type { McpLimits } from './mcp-limits'
import { networkFetch } from './network-fetch'
import type { ServerLog } from './server-log'

export interface ConnectOptions {
  readonly name: string
  readonly server: McpServer
  readonly network: Network
  readonly limits: McpLimits
  readonly version: string
  readonly log: ServerLog
  readonly signal: AbortSignal
  /** Called once if the server ends on its own. */
  readonly onGone: () => void
}

export class McpConnection {
  private isClosed = false

  private constructor(
    private readonly client: Client,
    private readonly transport: Transport,
    readonly tools: readonly ToolDefinition[],
    private readonly options: ConnectOptions,
  ) {
    client.onclose = () => {
      if (!this.isClosed) options.onGone()
    }
  }

  /** Throws `mcp-not-started`. */
  static async open(options: ConnectOptions): Promise<McpConnection> {
    const { name, limits, log, signal, version } = options
    const client = new Client({ name: 'Headroom', version })
    let isOver = false
    client.onclose = () => {
      isOver = true
    }
    client.onerror = (error) => log.add(`${error.message}\n`)
    const late = AbortSignal.timeout(limits.startMs)
    const request = { signal: AbortSignal.any([signal, late]), timeout: limits.startMs + 1000 }
    let transport: Transport | undefined
    try {
      transport = transportOf(options)
      await unlessAborted(client.connect(transport, request), request.signal)
      const tools: unknown[] = []
      let cursor: string | undefined
      do {
        const page = await client.listTools(cursor === undefined ? {} : { cursor }, request)
        tools.push(...page.tools)
        cursor = page.nextCursor
      } while (cursor !== undefined && tools.length <= mostTools)
      return new McpConnection(client, transport, toolsIn(tools), options)
    } catch (error) {
      if (signal.aborted) terminate(transport)
      await transport?.close().catch(() => {})
      throw coded('mcp-not-started', { name, reason: reasonFor(error, options, late.aborted, isOver) })
    }
  }

  /** Rejects only if `signal` is aborted. */
  async call(tool: string, given: Record<string, unknown>, signal: AbortSignal): Promise<CallResult> {
    const { name, limits, log } = this.options
    const late = AbortSignal.timeout(limits.callMs)
    try {
      const request = { signal: AbortSignal.any([signal, late]), timeout: limits.callMs + 1000 }
      return resultOf(await this.client.callTool({ name: tool, arguments: given }, undefined, request))
    } catch (error) {
      signal.throwIfAborted()
      if (late.aborted) return failed(`The server ${name} did not answer within ${limits.callMs / 1000} seconds.`)
      if (this.isGone(error)) return failed(`The server ${name} ended during the call.`)
      log.add(`${messageOf(error)}\n`)
      return failed(`The call failed: ${messageOf(error)}`)
    }
  }

  /** null for a server at an address. */
  get processId(): number | null {
    return processIdOf(this.transport)
  }

  /** For the end of the app, which cannot wait until a server ends on its own. */
  endNow(): void {
    terminate(this.transport)
    void this.close()
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.client.close().catch(() => {})
  }

  private isGone(error: unknown): boolean {
    return this.transport instanceof StdioClientTransport && (this.processId === null || isConnectionClosed(error))
  }
}

function transportOf({ server, network, log }: ConnectOptions): Transport {
  if (server.kind === 'http')
    return new StreamableHTTPClientTransport(new URL(server.url), {
      fetch: networkFetch(network),
      requestInit: { headers: server.headers },
    }) as Transport
  const { command, args, env, cwd } = server
  // The SDK adds PATH, HOME and a few others, but not the rest of Headroom's environment.
  const transport = new StdioClientTransport({ command, args, env, stderr: 'pipe', ...(cwd === undefined ? {} : { cwd }) })
  transport.stderr?.on('data', (chunk) => log.add(String(chunk)))
  return transport
}

const processIdOf = (transport: Transport | undefined): number | null => (transport instanceof StdioClientTransport ? transport.pid : null)

function terminate(transport: Transport | undefined): void {
  const id = processIdOf(transport)
  try {
    if (id !== null) process.kill(id)
  } catch {
    // The process has ended, but a process that it started holds its output open.
  }
}

/** -32000 is the SDK's ErrorCode.ConnectionClosed. */
const isConnectionClosed = (error: unknown): boolean => (error as { code?: unknown }).code === -32_000

function reasonFor(
  error: unknown,
  { server, limits, log }: ConnectOptions,
  isLate: boolean,
  isOver: boolean,
): ErrorFacts<'mcp-not-started'>['reason'] {
  const failure = failureOf(error) ?? failureOf((error as Error).cause)
  if (failure) return { kind: 'failure', failure }
  if (isLate) return { kind: 'timed-out', seconds: limits.startMs / 1000 }
  if (server.kind === 'stdio' && (error as NodeJS.ErrnoException).code === 'ENOENT')
    return { kind: 'command-not-found', command: server.command }
  if (server.kind === 'stdio' && (isOver || isConnectionClosed(error))) return { kind: 'ended', quoted: log.end }
  return { kind: 'server', quoted: messageOf(error) }
}

/** The SDK's transports do not stop connecting when a signal is aborted. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
