/** Servers from npm, started with the Node that runs the tests. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { McpServer } from '../../../core/contract/mcp/mcp-servers'

const resolve = createRequire(import.meta.url).resolve
const entryOf = (name: string): string => join(dirname(resolve(`@modelcontextprotocol/${name}/package.json`)), 'dist', 'index.js')

const started = (name: string, args: string[] = [], env: Record<string, string> = {}) =>
  ({ kind: 'stdio', command: process.execPath, args: [entryOf(name), ...args], env }) satisfies McpServer

export const everything = started('server-everything', ['stdio'])
export const everythingOverHttp = (port: number) => started('server-everything', ['streamableHttp'], { PORT: String(port) })
export const filesystem = (folder: string) => started('server-filesystem', [folder])
export const memory = (path: string) => started('server-memory', [], { MEMORY_FILE_PATH: path })

/** A program that runs a script. */
export const script = (text: string): McpServer => ({ kind: 'stdio', command: process.execPath, args: ['-e', text], env: {} })
export const silent = script('setInterval(() => {}, 1000)')
