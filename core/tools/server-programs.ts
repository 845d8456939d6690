/** What the user must see before Headroom may start a server. The texts may be hostile: they could hide a part or look like the question. */
import type { McpServers } from '../contract/mcp/mcp-servers'

const mostCharacters = 1000

export interface ServerProgram {
  readonly name: string
  /** Words that contain anything but letters, digits and a few safe characters are in quotation marks. Invisible characters are written as escapes. */
  readonly commandLine: string
  /** Characters of the command line that were cut off. */
  readonly hiddenCharacters: number
  readonly folder: string | null
  /** The names of its environment variables. Their values may be secrets. */
  readonly variables: readonly string[]
}

export const programsIn = (servers: McpServers): ServerProgram[] =>
  Object.entries(servers).flatMap(([name, server]) => {
    if (server.kind === 'http') return []
    const commandLine = [server.command, ...server.args].map(visible).join(' ')
    return {
      name: visible(name),
      commandLine: commandLine.slice(0, mostCharacters),
      hiddenCharacters: Math.max(0, commandLine.length - mostCharacters),
      folder: server.cwd === undefined ? null : visible(server.cwd),
      variables: Object.keys(server.env).map(visible),
    }
  })

const visible = (word: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(word)
    ? word
    : JSON.stringify(word).replace(/\p{C}|\p{Zl}|\p{Zp}/gu, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`)
