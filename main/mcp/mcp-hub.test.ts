import { beforeEach, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import type { ServerProgram } from '../../core/tools/server-programs'
import { Network } from '../library/network/network'
import { dataFolder, openTestStore } from '../store/testing/test-store'
import { type AllowServers, McpHub } from './mcp-hub'

type Decision = Awaited<ReturnType<AllowServers>>

let hub: McpHub
let asked: (readonly ServerProgram[])[]
let answers: Decision[]
beforeEach(() => {
  asked = []
  answers = []
  const allowServers: AllowServers = async (programs) => {
    asked.push(programs)
    return answers.shift() ?? 'allowed'
  }
  hub = new McpHub({ store: openTestStore(dataFolder()).preferences, network: new Network({}), version: '0', allowServers })
})

const text = (servers: object) => JSON.stringify({ mcpServers: servers })
const names = () => hub.list().map(({ name }) => name)

it('the user is asked about a program before it is saved, and again only if its configuration changes', async () => {
  await hub.save(text({ a: { command: 'a' }, b: { command: 'b', env: { KEY: 'secret' } } }))
  expect(asked.map((programs) => programs.map(({ name }) => name))).toEqual([['a', 'b']])
  expect(JSON.stringify(asked)).not.toContain('secret')
  await hub.save(text({ a: { command: 'a' } }))
  expect(asked).toHaveLength(1)
  await hub.save(text({ a: { command: 'a' }, b: { command: 'b', env: { KEY: 'other' } } }))
  expect(asked[1]).toMatchObject([{ name: 'b', variables: ['KEY'] }])
})

it('nothing is saved if the user does not allow it or cannot be asked', async () => {
  for (const reason of ['refused', 'no-terminal'] as const) {
    answers = [reason]
    const failure = await hub.save(text({ a: { command: 'a' }, remote: { url: 'https://example.org/' } })).catch(failureOf)
    expect(failure).toEqual({ code: 'mcp-not-allowed', facts: { reason } })
    expect(names()).toEqual([])
  }
})

it('a server at an address is saved without a question, and a text that cannot be used is refused before the question', async () => {
  await hub.save(text({ remote: { url: 'https://example.org/' } }))
  expect((await hub.save(text({ a: { command: 'a' }, b: {} })).catch(failureOf)) as object).toMatchObject({ code: 'mcp-config-invalid' })
  expect(asked).toEqual([])
  expect(names()).toEqual(['remote'])
})

it('one question is asked at a time, and a server that is removed meanwhile stays removed', async () => {
  await hub.save(text({ old: { command: 'old' } }))
  const saving = Promise.all([hub.save(text({ a: { command: 'a' } })), hub.save(text({ b: { command: 'b' } }))])
  expect(asked).toHaveLength(1)
  await hub.remove('old')
  await saving
  expect(names()).toEqual(['a', 'b'])
})

const query = (pattern: string) => ({ type: 'object', properties: { query: { type: 'string', pattern } } })
/** Speaks the protocol, because none of the servers on npm that the tests use has such a schema. */
const server = `
  const tools = ${JSON.stringify([
    { name: 'find', inputSchema: query('^(?!secret)') },
    { name: 'open', inputSchema: query('^[a-z]+$') },
  ])}
  const results = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'pages', version: '1' } },
    'tools/list': { tools },
  }
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line)
    if (results[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
  })
`

it('the list says why a grammar cannot constrain the arguments of a tool', async () => {
  await hub.save(text({ pages: { command: process.execPath, args: ['-e', server] } }))
  await hub.start('pages')
  expect(hub.list()[0]?.state).toEqual({
    status: 'ready',
    tools: [
      { name: 'find', description: '', schemaRefusal: { pointer: '/properties/query/pattern', reason: 'pattern-lookaround' } },
      { name: 'open', description: '', schemaRefusal: null },
    ],
  })
  await hub.stopAll()
})
