/** All servers of the user: their configuration and their connections. */
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { schemaRefusalOf } from '../../core/answer-grammar/tool-schema'
import type { ToolDefinition } from '../../core/contract/chat/tools'
import { CodedError, coded, failureOf } from '../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../core/contract/errors/errors'
import {
  type ListedServer,
  type ListedTool,
  type McpServer,
  type McpServers,
  type McpStatus,
  mcpServer,
  mostServers,
} from '../../core/contract/mcp/mcp-servers'
import { Emitter } from '../../core/streams/emitter'
import { SerialQueue } from '../../core/streams/serial-queue'
import { configTextOf, serversIn, summaryOf } from '../../core/tools/mcp-config'
import { type CallResult, failed } from '../../core/tools/result-text'
import { programsIn, type ServerProgram } from '../../core/tools/server-programs'
import type { Network } from '../library/network/network'
import type { Preferences } from '../store/preferences'
import type { McpConnection } from './mcp-connection'
import { type McpLimits, ordinaryLimits } from './mcp-limits'
import { ServerLog } from './server-log'

interface Running {
  readonly log: ServerLog
  readonly ending: AbortController
  status: McpStatus
  connection?: McpConnection
  /** Settles when the server has started or failed. */
  opened: Promise<void>
}

/** Asks outside the window, because a window that was taken over must not start programs. */
export type AllowServers = (programs: readonly ServerProgram[]) => Promise<'allowed' | ErrorFacts<'mcp-not-allowed'>['reason']>

export interface HubOptions {
  readonly store: Preferences
  readonly network: Network
  readonly version: string
  readonly allowServers: AllowServers
  readonly limits?: McpLimits
}

const stored = z.record(z.string(), z.unknown())
const allowedTools = z.array(z.tuple([z.string(), z.string()]))

const serversKey = 'mcp-servers'
const allowedKey = 'mcp-always-allowed'

export class McpHub {
  readonly changed = new Emitter()
  private readonly running = new Map<string, Running>()
  private readonly saves = new SerialQueue()

  constructor(private readonly options: HubOptions) {}

  list(): ListedServer[] {
    return Object.entries(this.servers)
      .map(([name, server]) => ({ name, summary: summaryOf(server), state: this.statusOf(name) }))
      .sort((left, right) => left.name.localeCompare(right.name))
  }

  /** Throws `mcp-server-not-found`. */
  textOf(name: string): string {
    return configTextOf({ [name]: this.serverNamed(name) })
  }

  /**
   * Returns the names of the servers in the text, after asking the user about new and changed programs. Stops a running server whose
   * configuration has changed. Throws `mcp-config-invalid`, `mcp-not-allowed`.
   */
  save(text: string): Promise<string[]> {
    return this.saves.run(() => this.saveNow(text))
  }

  private async saveNow(text: string): Promise<string[]> {
    const before = this.stored
    const added = serversIn(text)
    const total = Object.keys({ ...before, ...added }).length
    if (total > mostServers) throw coded('mcp-config-invalid', { reason: { kind: 'too-many', servers: total, mostServers } })
    const changed = Object.entries(added).filter(([name, server]) => JSON.stringify(before[name]) !== JSON.stringify(server))
    const programs = programsIn(Object.fromEntries(changed))
    const decision = programs.length === 0 ? 'allowed' : await this.options.allowServers(programs)
    if (decision !== 'allowed') throw coded('mcp-not-allowed', { reason: decision })
    this.options.store.set(serversKey, { ...this.stored, ...added })
    await this.dropAll(changed.map(([name]) => name))
    return Object.keys(added)
  }

  /** Throws `mcp-server-not-found`. */
  async remove(name: string): Promise<void> {
    this.serverNamed(name)
    const { [name]: _, ...others } = this.stored
    this.options.store.set(serversKey, others)
    await this.dropAll([name])
  }

  /** Resolves when the server has started or failed. Throws `mcp-server-not-found`. */
  async start(name: string): Promise<void> {
    const server = this.serverNamed(name)
    const known = this.running.get(name)
    if (known && known.status.status !== 'failed') return known.opened
    const log = known?.log ?? new ServerLog()
    const running: Running = { log, ending: new AbortController(), status: { status: 'starting' }, opened: Promise.resolve() }
    this.running.set(name, running)
    running.opened = this.open(name, server, running)
    this.changed.emit()
    await running.opened
  }

  /** Throws `mcp-server-not-found`. */
  async stop(name: string): Promise<void> {
    this.serverNamed(name)
    await this.end(name)
  }

  /** Throws `mcp-server-not-found`. */
  logOf(name: string): string {
    this.serverNamed(name)
    return this.running.get(name)?.log.text ?? ''
  }

  /** Throws `mcp-server-not-found`, `mcp-not-ready`, and the failure of a server that did not start or has ended. */
  toolsOf(name: string): readonly ToolDefinition[] {
    this.serverNamed(name)
    const { status, connection } = this.running.get(name) ?? {}
    if (status?.status === 'failed') throw new CodedError(status.failure)
    if (!connection) throw coded('mcp-not-ready', { name })
    return connection.tools
  }

  /** Starts the server if necessary. Rejects only if `signal` is aborted. */
  async call(name: string, tool: string, given: Record<string, unknown>, signal: AbortSignal): Promise<CallResult> {
    if (!Object.hasOwn(this.servers, name)) return failed(`There is no server ${name} anymore.`)
    await this.start(name)
    signal.throwIfAborted()
    const connection = this.running.get(name)?.connection
    return connection ? connection.call(tool, given, signal) : failed(`The server ${name} is not running.`)
  }

  isAllowed(server: string, tool: string): boolean {
    return this.allowed.some(([name, allowed]) => name === server && allowed === tool)
  }

  allow(server: string, tool: string): void {
    if (!this.isAllowed(server, tool)) this.options.store.set(allowedKey, [...this.allowed, [server, tool]])
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.running.keys()].map((name) => this.end(name)))
  }

  close(): void {
    for (const { ending, connection } of this.running.values()) {
      ending.abort()
      connection?.endNow()
    }
  }

  private async open(name: string, server: McpServer, running: Running): Promise<void> {
    const { network, version, limits = ordinaryLimits } = this.options
    const { log, ending } = running
    const onGone = () => {
      delete running.connection
      this.set(running, { status: 'failed', failure: { code: 'mcp-server-gone', facts: { name, quoted: log.end } } })
    }
    // Most starts of the app use no server, so the SDK is imported on demand.
    const { McpConnection } = await import('./mcp-connection')
    try {
      const connection = await McpConnection.open({ name, server, network, version, limits, log, signal: ending.signal, onGone })
      if (ending.signal.aborted) return await connection.close()
      running.connection = connection
      const tools = await listed(connection.tools)
      // The server may have ended meanwhile.
      if (running.connection === connection) this.set(running, { status: 'ready', tools })
    } catch (error) {
      const failure = failureOf(error)
      if (!failure) throw error
      if (!ending.signal.aborted) this.set(running, { status: 'failed', failure })
    }
  }

  private set(running: Running, status: McpStatus): void {
    running.status = status
    this.changed.emit()
  }

  private async dropAll(names: readonly string[]): Promise<void> {
    // Another configuration may be another program.
    this.options.store.set(
      allowedKey,
      this.allowed.filter(([server]) => !names.includes(server)),
    )
    await Promise.all(names.map((name) => this.end(name)))
    this.changed.emit()
  }

  private async end(name: string): Promise<void> {
    const running = this.running.get(name)
    this.running.delete(name)
    running?.ending.abort()
    await running?.connection?.close()
    this.changed.emit()
  }

  private statusOf(name: string): McpStatus {
    return this.running.get(name)?.status ?? { status: 'stopped' }
  }

  private serverNamed(name: string): McpServer {
    const { servers } = this
    const server = Object.hasOwn(servers, name) ? servers[name] : undefined
    if (!server) throw coded('mcp-server-not-found', { name })
    return server
  }

  private get stored(): Readonly<Record<string, unknown>> {
    return stored.safeParse(this.options.store.get(serversKey)).data ?? {}
  }

  private get servers(): McpServers {
    return Object.fromEntries(
      Object.entries(this.stored).flatMap(([name, value]) => {
        const { data } = mcpServer.safeParse(value)
        return data ? [[name, data]] : []
      }),
    )
  }

  private get allowed(): readonly (readonly [server: string, tool: string])[] {
    return allowedTools.safeParse(this.options.store.get(allowedKey)).data ?? []
  }
}

/** Lets other work of the process run between two tools, because converting a large schema can take a second. */
async function listed(tools: readonly ToolDefinition[]): Promise<ListedTool[]> {
  const list: ListedTool[] = []
  for (const tool of tools) {
    list.push({ name: tool.name, description: tool.description, schemaRefusal: schemaRefusalOf(tool) })
    await setImmediate()
  }
  return list
}
