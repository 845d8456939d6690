import { describe, expect, it } from 'vitest'
import type { ConversationTool } from '../contract/chat/conversation-tools'
import { toolDefinition } from '../contract/chat/tools'
import { withoutServer, withServer } from './freeze-tools'

const definition = (name: string) => ({ name, description: '', parameters: { type: 'object' } })
const names = (tools: readonly ConversationTool[]) => tools.map(({ definition: { name } }) => name)

describe('the tools of a conversation', () => {
  it('are sorted by name, whichever server was switched on first', () => {
    const files = [definition('write'), definition('read')]
    const clock = [definition('now')]
    const one = withServer(withServer([], 'files', files), 'clock', clock)
    expect(names(one)).toEqual(['now', 'read', 'write'])
    expect(withServer(withServer([], 'clock', clock), 'files', files)).toEqual(one)
  })

  it('get the name of their server in front if another server has a tool of that name, and earlier tools keep theirs', () => {
    const first = withServer([], 'files', [definition('read')])
    const both = withServer(first, 'my files!', [definition('read'), definition('list')])
    expect(both.map(({ server, tool, definition: { name } }) => [server, tool, name])).toEqual([
      ['my files!', 'list', 'list'],
      ['my files!', 'read', 'my_files__read'],
      ['files', 'read', 'read'],
    ])
    expect(withoutServer(both, 'my files!')).toEqual(first)
  })

  it('have different names that a prompt can take, even if the names of their servers are long and alike', () => {
    let tools: ConversationTool[] = []
    for (const server of ['é', 'ü', 'ö'].map((end) => `${'server'.repeat(20)}${end}`))
      tools = withServer(tools, server, [definition('x'.repeat(128))])
    expect(new Set(names(tools)).size).toBe(3)
    for (const tool of tools) expect(toolDefinition.safeParse(tool.definition).success).toBe(true)
  })

  it('are replaced if their server is switched on again with other tools', () => {
    const before = withServer([], 'files', [definition('read'), definition('old')])
    expect(names(withServer(before, 'files', [definition('read'), definition('new')]))).toEqual(['new', 'read'])
  })
})
