/** Servers of the Model Context Protocol. Each one offers tools. */
import { z } from 'zod'
import { failureSchema } from '../errors/errors'
import { schemaRefusal } from '../errors/settings-reasons'

const texts = z.record(z.string().min(1).max(256), z.string().max(32_768))

export const mcpServer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stdio'),
    command: z.string().min(1).max(4096),
    args: z.array(z.string().max(32_768)).max(256),
    env: texts,
    cwd: z.string().max(4096).optional(),
  }),
  z.object({ kind: z.literal('http'), url: z.url({ protocol: /^https?$/ }).max(4096), headers: texts }),
])
export type McpServer = z.infer<typeof mcpServer>

export const mostServers = 64
export const serverName = z.string().min(1).max(100)
export type McpServers = Readonly<Record<string, McpServer>>

const listedTool = z.object({
  name: z.string(),
  description: z.string(),
  /** Why no grammar can constrain its arguments to its schema. null if a grammar can. */
  schemaRefusal: schemaRefusal.nullable(),
})
export type ListedTool = z.infer<typeof listedTool>

export const mcpStatus = z.discriminatedUnion('status', [
  z.object({ status: z.literal('stopped') }),
  z.object({ status: z.literal('starting') }),
  z.object({ status: z.literal('ready'), tools: z.array(listedTool) }),
  z.object({ status: z.literal('failed'), failure: failureSchema }),
])
export type McpStatus = z.infer<typeof mcpStatus>

export const listedServer = z.object({
  name: serverName,
  /** The command line or the address, without environment variables and headers. */
  summary: z.string(),
  state: mcpStatus,
})
export type ListedServer = z.infer<typeof listedServer>

/** A file in which another app keeps its servers. */
export const foundServers = z.object({
  app: z.enum(['claude-desktop', 'cursor', 'vscode', 'lm-studio']),
  path: z.string(),
  names: z.array(z.string()),
  failure: failureSchema.nullable(),
})
export type FoundServers = z.infer<typeof foundServers>
