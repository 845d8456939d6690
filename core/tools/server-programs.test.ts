import { describe, expect, it } from 'vitest'
import type { McpServer } from '../contract/mcp/mcp-servers'
import { programsIn } from './server-programs'

const program = (command: string, ...args: string[]) => programsIn({ mine: { kind: 'stdio', command, args, env: {} } })[0]

describe('the programs among servers', () => {
  it('list their command line, folder and the names of their variables, but not the values', () => {
    const files: McpServer = { kind: 'stdio', command: 'npx', args: ['-y', 'server', '/my notes'], env: { TOKEN: 'secret' }, cwd: '/srv' }
    expect(programsIn({ files, remote: { kind: 'http', url: 'https://example.org/', headers: {} } })).toEqual([
      { name: 'files', commandLine: 'npx -y server "/my notes"', hiddenCharacters: 0, folder: '/srv', variables: ['TOKEN'] },
    ])
  })

  it('quote words with spaces, and escape line breaks and invisible characters', () => {
    expect(program('sh', '-c', 'a; b')?.commandLine).toBe('sh -c "a; b"')
    expect(program('a\nb', '', '"', '\u202ecod.exe\u200b')?.commandLine).toBe('"a\\nb" "" "\\"" "\\u{202e}cod.exe\\u{200b}"')
    const [named] = programsIn({ 'files\n\nTrust it': { kind: 'stdio', command: 'x', args: [], env: { 'A\nB': '' }, cwd: '\u2028' } })
    expect(named).toMatchObject({ name: '"files\\n\\nTrust it"', variables: ['"A\\nB"'], folder: '"\\u{2028}"' })
  })

  it('say how much of a long command line is not shown', () => {
    expect(program('x'.repeat(1500))).toMatchObject({ commandLine: 'x'.repeat(1000), hiddenCharacters: 500 })
  })
})
