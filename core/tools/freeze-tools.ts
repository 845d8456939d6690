import type { ConversationTool } from '../contract/chat/conversation-tools'
import type { ToolDefinition } from '../contract/chat/tools'
import { byName } from './tools-in'

const mostCharacters = 128

/**
 * The list with the tools of one more server, sorted by name. Earlier tools keep their names, because calls in the conversation use them. A
 * tool gets the server's name in front if its own is taken.
 */
export function withServer(before: readonly ConversationTool[], server: string, tools: readonly ToolDefinition[]): ConversationTool[] {
  const others = withoutServer(before, server)
  const taken = new Set(others.map(({ definition }) => definition.name))
  const added = tools.map((definition) => {
    const name = freeName(definition.name, server, taken)
    taken.add(name)
    return { server, tool: definition.name, definition: { ...definition, name } }
  })
  return [...others, ...added].sort((left, right) => byName(left.definition, right.definition))
}

export const withoutServer = (tools: readonly ConversationTool[], server: string): ConversationTool[] =>
  tools.filter((tool) => tool.server !== server)

function freeName(tool: string, server: string, taken: ReadonlySet<string>): string {
  if (!taken.has(tool)) return tool
  const prefix = server.replace(/[^A-Za-z0-9_.-]/g, '_')
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `_${number}`
    const name = `${`${prefix}_${tool}`.slice(0, mostCharacters - end.length)}${end}`
    if (!taken.has(name)) return name
  }
}
