import { describe, expect, it } from 'vitest'
import { CodedError } from '../contract/errors/coded-error'
import { configTextOf, serversIn } from './mcp-config'

function reasonFor(text: string): unknown {
  try {
    serversIn(text)
  } catch (error) {
    if (error instanceof CodedError && error.failure.code === 'mcp-config-invalid') return error.failure.facts.reason
    throw error
  }
  return undefined
}

const files = { kind: 'stdio', command: 'npx', args: ['-y', 'server-filesystem', '/data'], env: {} }

describe('a file with servers', () => {
  it('is read as Claude Desktop, Cursor and LM Studio write it', () => {
    const text = JSON.stringify({
      mcpServers: {
        files: { command: 'npx', args: ['-y', 'server-filesystem', '/data'] },
        search: { command: 'node', env: { PORT: 8080 }, cwd: '/srv' },
        remote: { url: 'https://example.org/mcp', headers: { Authorization: 'Bearer x' } },
      },
    })
    expect(serversIn(text)).toEqual({
      files,
      search: { kind: 'stdio', command: 'node', args: [], env: { PORT: '8080' }, cwd: '/srv' },
      remote: { kind: 'http', url: 'https://example.org/mcp', headers: { Authorization: 'Bearer x' } },
    })
  })

  it('is read as VS Code writes it, with comments and a comma before a bracket', () => {
    const text = `{
      // "servers": {}
      "servers": { "files": { "type": "stdio", "command": "npx", "args": ["-y", "server-filesystem", "/data",], }, /* none */ },
    }`
    expect(serversIn(text)).toEqual({ files })
    expect(serversIn(`{"mcp": ${text}}`)).toEqual({ files })
    expect(serversIn('{"servers": {"x": {"type": "http", "url": "http://127.0.0.1:1/a//b,}"}}}')).toEqual({
      x: { kind: 'http', url: 'http://127.0.0.1:1/a//b,}', headers: {} },
    })
  })

  it('is the same after it is written and read again', () => {
    const servers = serversIn('{"mcpServers": {"a": {"command": "x", "env": {"K": "v"}}, "b": {"url": "https://example.org/"}}}')
    expect(serversIn(configTextOf(servers))).toEqual(servers)
  })

  it('is refused if it is not JSON, and the error names the line and the column of the text as it was typed', () => {
    expect(reasonFor('')).toEqual({ kind: 'not-json', line: 1, column: 1 })
    const commented = `{
      /* The servers
         of this machine */
      "servers": {
        "files": { "command": "npx", "args": ["-y", "server",], /* none */ "env": {} "cwd": "/" } // a comment
      }
    }`
    expect(reasonFor(commented)).toEqual({ kind: 'not-json', line: 5, column: 86 })
    expect(reasonFor('\ufeff{"mcpServers": {')).toEqual({ kind: 'not-json', line: 1, column: 17 })
  })

  it.each([
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['single quotes', "{'a': 1}", 1, 2],
    ['a missing colon', '{"a" 1}', 1, 6],
    ['two values', '{}\n{}', 2, 1],
    ['no brackets', 'mcpServers: {}', 1, 1],
    ['a string without an end', '{\n"command": "npx,\n"args": []}', 2, 12],
    ['a comment without an end', '{"a": 1 /* none', 1, 9],
    ['an escape that JSON does not have', '{"a": "\\x"}', 1, 7],
    ['a text that is cut off', '{\n  "a": {\n\n', 2, 9],
    ['spaces alone', ' \n ', 1, 1],
  ])('is refused with the first wrong place: %s', (_name, text, line, column) => {
    expect(reasonFor(text)).toEqual({ kind: 'not-json', line, column })
  })

  it('is refused with an error that Headroom knows, whatever character is removed or put in', () => {
    const config = '{"servers": {"a": {"command": "x", "args": ["\\u00e9"], "env": {"N": -1.5e+3}}, /* b */ "c": {"url": "http://d"}}}'
    for (let at = 0; at <= config.length; at++)
      for (const put of ['', ',', '"', '}', ']', '{', '[', ':', '1', '-', 'e', '\\', '/', '*', '\u0001', '\u00a0', '\n'])
        for (const text of [config.slice(0, at) + put + config.slice(at + 1), config.slice(0, at) + put + config.slice(at)])
          expect(() => reasonFor(text)).not.toThrow()
  })

  it('is refused if it is nested deeper than the call stack, or has a string of many megabytes', () => {
    expect(reasonFor('['.repeat(200_000))).toEqual({ kind: 'no-servers' })
    expect(reasonFor(`{"servers": "${'x'.repeat(16_000_000)}"}`)).toEqual({ kind: 'no-servers' })
  })

  it('is refused if it names no server', () => {
    for (const text of ['null', '[]', '{}', '7', '{"mcpServers": []}', '{"mcpServers": {}}', '{"servers": "x"}'])
      expect(reasonFor(text)).toEqual({ kind: 'no-servers' })
  })

  it('is refused if a server has neither a command nor an address, and the error names the server', () => {
    for (const server of ['{}', 'null', '"npx"', '{"command": 7}', '{"command": ""}', '{"command": "x", "args": "y"}'])
      expect(reasonFor(`{"mcpServers": {"mine": ${server}}}`)).toEqual({ kind: 'server', name: 'mine' })
  })

  it('is refused if the address of a server is not http or https', () => {
    for (const url of ['ftp://example.org', 'example.org', 'file:///etc/passwd', 'https://'])
      expect(reasonFor(JSON.stringify({ mcpServers: { mine: { url } } }))).toEqual({ kind: 'url', name: 'mine' })
  })

  it('is refused if the name of a server is empty or too long', () => {
    expect(reasonFor('{"mcpServers": {"": {"command": "x"}}}')).toEqual({ kind: 'name', name: '' })
    expect(reasonFor(`{"mcpServers": {"${'x'.repeat(101)}": {"command": "x"}}}`)).toEqual({ kind: 'name', name: 'x'.repeat(100) })
  })

  it('is refused if it has more servers than Headroom lists', () => {
    const mcpServers = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`s${index}`, { command: 'x' }]))
    expect(reasonFor(JSON.stringify({ mcpServers }))).toEqual({ kind: 'too-many', servers: 65, mostServers: 64 })
  })
})
