/** Reads and writes the servers of an `mcp.json` as Claude Desktop, Cursor, LM Studio (`mcpServers`) and VS Code (`servers`) write it. */
import { type ParseError, parse } from 'jsonc-parser'
import { z } from 'zod'
import { coded } from '../contract/errors/coded-error'
import { type McpServer, type McpServers, mcpServer, mostServers, serverName } from '../contract/mcp/mcp-servers'

const texts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))
const written = z.union([
  z
    .object({ command: z.string(), args: z.array(z.string()).nullish(), env: texts.nullish(), cwd: z.string().nullish() })
    .transform(({ command, args, env, cwd }) => ({
      kind: 'stdio' as const,
      command,
      args: args ?? [],
      env: env ?? {},
      ...(cwd ? { cwd } : {}),
    })),
  z
    .object({ url: z.string(), headers: texts.nullish(), type: z.string().nullish() })
    .transform(({ url, headers }) => ({ kind: 'http' as const, url, headers: headers ?? {} })),
])

/** Throws `mcp-config-invalid`. */
export function serversIn(text: string): McpServers {
  const list = listIn(parsed(text))
  const entries = Object.entries(list)
  if (entries.length === 0) throw coded('mcp-config-invalid', { reason: { kind: 'no-servers' } })
  if (entries.length > mostServers)
    throw coded('mcp-config-invalid', { reason: { kind: 'too-many', servers: entries.length, mostServers } })
  return Object.fromEntries(entries.map(([name, value]) => [nameIn(name), serverIn(name, value)]))
}

export function configTextOf(servers: McpServers): string {
  return `${JSON.stringify({ mcpServers: Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, writtenAs(server)])) }, null, 2)}\n`
}

/** VS Code and Cursor allow comments and commas before a closing bracket. */
function parsed(text: string): unknown {
  const json = text.replace(/^\ufeff/, '')
  const errors: ParseError[] = []
  try {
    const value: unknown = parse(json, errors, { allowTrailingComma: true })
    if (errors.length === 0) return value
  } catch {
    // The parser calls itself for each bracket, so thousands of brackets in each other exceed the stack. No list of servers is so deep.
    throw coded('mcp-config-invalid', { reason: { kind: 'no-servers' } })
  }
  // If the text is cut off, the place is after its last character.
  const lines = json.slice(0, Math.min(errors[0]?.offset ?? 0, json.trimEnd().length)).split('\n')
  throw coded('mcp-config-invalid', { reason: { kind: 'not-json', line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 } })
}

function listIn(value: unknown): Record<string, unknown> {
  const file = value as { readonly mcpServers?: unknown; readonly servers?: unknown; readonly mcp?: { readonly servers?: unknown } } | null
  const list = file?.mcpServers ?? file?.servers ?? file?.mcp?.servers
  if (typeof list !== 'object' || list === null || Array.isArray(list))
    throw coded('mcp-config-invalid', { reason: { kind: 'no-servers' } })
  return list as Record<string, unknown>
}

function nameIn(name: string): string {
  if (!serverName.safeParse(name).success) throw coded('mcp-config-invalid', { reason: { kind: 'name', name: name.slice(0, 100) } })
  return name
}

function serverIn(name: string, value: unknown): McpServer {
  const { data } = written.safeParse(value)
  if (!data) throw coded('mcp-config-invalid', { reason: { kind: 'server', name } })
  const server = mcpServer.safeParse(data)
  if (!server.success) throw coded('mcp-config-invalid', { reason: { kind: data.kind === 'http' ? 'url' : 'server', name } })
  return server.data
}

function writtenAs(server: McpServer): object {
  if (server.kind === 'http') return { url: server.url, ...(isEmpty(server.headers) ? {} : { headers: server.headers }) }
  const { command, args, env, cwd } = server
  return { command, args, ...(isEmpty(env) ? {} : { env }), ...(cwd === undefined ? {} : { cwd }) }
}

const isEmpty = (record: object): boolean => Object.keys(record).length === 0

/** What a window shows: environment variables and headers may contain secrets. */
export const summaryOf = (server: McpServer): string => (server.kind === 'http' ? server.url : [server.command, ...server.args].join(' '))
