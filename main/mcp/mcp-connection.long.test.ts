import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import type { McpServer } from '../../core/contract/mcp/mcp-servers'
import { Network, type Offline } from '../library/network/network'
import { eventually } from '../services/testing/eventually'
import { freePort } from '../testing/free-port'
import { McpConnection } from './mcp-connection'
import { type McpLimits, ordinaryLimits } from './mcp-limits'
import { ServerLog } from './server-log'
import { everything, everythingOverHttp, filesystem, memory, script, silent } from './testing/real-servers'

const opened: McpConnection[] = []
const never = new AbortController().signal
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await Promise.all(opened.splice(0).map((connection) => connection.close()))
})

interface Options {
  readonly limits?: Partial<McpLimits>
  readonly isOffline?: Offline
  readonly log?: ServerLog
  readonly onGone?: () => void
  readonly signal?: AbortSignal
}
async function open(
  server: McpServer,
  { limits, isOffline = false, log = new ServerLog(), onGone = () => {}, signal = never }: Options = {},
) {
  const network = new Network({ isOffline: () => isOffline })
  const all = { ...ordinaryLimits, ...limits }
  const connection = await McpConnection.open({ name: 'mine', server, network, limits: all, version: '0', log, signal, onGone })
  opened.push(connection)
  return connection
}
const reasonOf = async (server: McpServer, options: Options = {}) => {
  const failure = await open(server, options).then(() => undefined, failureOf)
  return failure?.code === 'mcp-not-started' ? failure.facts.reason : failure
}
const newFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'headroom-mcp-')))

describe('a server in a process of its own', () => {
  it('lists its tools sorted by name, and answers calls', async () => {
    const connection = await open(everything)
    const names = connection.tools.map(({ name }) => name)
    expect(names).toContain('echo')
    expect(names).toEqual([...names].sort())
    expect(await connection.call('echo', { message: 'hello' }, never)).toEqual({ text: 'Echo: hello', isError: false })
  })

  it('can read the files of a folder, and an error of its tool is the result of the call', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'a.txt'), 'inside')
    const connection = await open(filesystem(folder))
    expect(await connection.call('read_text_file', { path: join(folder, 'a.txt') }, never)).toEqual({ text: 'inside', isError: false })
    const outside = await connection.call('read_text_file', { path: '/etc/hostname' }, never)
    expect(outside).toMatchObject({ isError: true, text: expect.stringContaining('Access denied') })
  })

  it('can keep facts in a file', async () => {
    const path = join(newFolder(), 'memory.jsonl')
    const connection = await open(memory(path))
    const entities = [{ name: 'KV cache', entityType: 'thing', observations: ['holds keys and values'] }]
    expect((await connection.call('create_entities', { entities }, never)).isError).toBe(false)
    expect(readFileSync(path, 'utf8')).toContain('holds keys and values')
  })

  it('gets none of Headroom’s environment variables that may hold secrets', async () => {
    vi.stubEnv('HF_TOKEN', 'hf_secret')
    const connection = await open({ ...everything, env: { OWN_KEY: 'mine' } })
    const { text } = await connection.call('get-env', {}, never)
    expect(text).toContain('OWN_KEY')
    expect(text).not.toContain('hf_secret')
  })

  it('that is killed during a call ends the call with an error', async () => {
    let gone = 0
    const connection = await open(everything, { onGone: () => gone++ })
    const call = connection.call('trigger-long-running-operation', { duration: 600, steps: 2 }, never)
    process.kill(connection.processId as number, 'SIGKILL')
    expect(await call).toEqual({ text: 'The server mine ended during the call.', isError: true })
    expect(gone).toBe(1)
  })

  it('that does not answer a call in time ends the call with an error', async () => {
    const connection = await open(everything, { limits: { callMs: 200 } })
    const result = await connection.call('trigger-long-running-operation', { duration: 600, steps: 2 }, never)
    expect(result).toEqual({ text: 'The server mine did not answer within 0.2 seconds.', isError: true })
  })

  it('is released from a call that the user stops', async () => {
    const connection = await open(everything)
    const stopping = new AbortController()
    const call = connection.call('trigger-long-running-operation', { duration: 600, steps: 2 }, stopping.signal)
    stopping.abort()
    await expect(call).rejects.toThrow()
    expect((await connection.call('echo', { message: 'still here' }, never)).text).toBe('Echo: still here')
  })

  it('answers a call of a tool that it does not have with an error', async () => {
    const connection = await open(everything)
    expect((await connection.call('no-such-tool', {}, never)).isError).toBe(true)
  })

  it('ends when the connection is closed', async () => {
    const connection = await open(everything)
    const id = connection.processId as number
    await connection.close()
    expect(() => process.kill(id, 0)).toThrow('ESRCH')
  })
})

describe('when Headroom closes', () => {
  it.skipIf(process.platform === 'win32')(
    'a server that has already ended causes no error, even if its child process keeps its output open',
    async () => {
      const log = new ServerLog()
      const child = new Promise<number>((resolve) => {
        log.add = (text) => /^child (\d+)$/m.test(text) && resolve(Number(/^child (\d+)$/m.exec(text)?.[1]))
      })
      const {
        args: [entry = ''],
      } = everything
      const connection = await open(
        script(`
        const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'inherit', 'inherit'] })
        console.error('child ' + pid)
        import(${JSON.stringify(pathToFileURL(entry).href)})
      `),
        { log },
      )
      const id = connection.processId as number
      process.kill(id, 'SIGKILL')
      await eventually(() => expect(() => process.kill(id, 0)).toThrow('ESRCH'))
      expect(connection.processId).toBe(id)
      connection.endNow()
      process.kill(await child, 'SIGKILL')
    },
  )
})

describe('a server that does not start', () => {
  it('is reported if its program does not exist', async () => {
    const server: McpServer = { kind: 'stdio', command: '/no/such/program', args: [], env: {} }
    expect(await reasonOf(server)).toEqual({ kind: 'command-not-found', command: '/no/such/program' })
  })

  it('is reported with the end of its log if it ends at once', async () => {
    const log = new ServerLog()
    expect(await reasonOf(script('console.error("no license"); process.exit(3)'), { log })).toEqual({ kind: 'ended', quoted: 'no license' })
    expect(log.text).toBe('no license\n')
  })

  it('is reported if it never answers', async () => {
    expect(await reasonOf(silent, { limits: { startMs: 300 } })).toEqual({ kind: 'timed-out', seconds: 0.3 })
  })

  it('is stopped at once when Headroom closes, even if it has not answered yet', async () => {
    const log = new ServerLog()
    const closing = new AbortController()
    const id = new Promise<number>((resolve) => {
      log.add = (text) => resolve(Number(text))
    })
    const opening = open(script('console.error(process.pid); setInterval(() => {}, 1000)'), { log, signal: closing.signal })
    const killed = vi.spyOn(process, 'kill')
    await id
    closing.abort()
    await expect(opening).rejects.toThrow()
    expect(killed).toHaveBeenCalledWith(await id)
  })

  it('is reported if it writes anything other than protocol messages, however often', async () => {
    const chatty = script('console.log("hello"); setInterval(() => console.log("{}"), 50)')
    expect(await reasonOf(chatty, { limits: { startMs: 500 } })).toEqual({ kind: 'timed-out', seconds: 0.5 })
  })

  it('has the problem in its log if it writes anything other than protocol messages', async () => {
    const log = new ServerLog()
    const noticing = new AbortController()
    let logged = ''
    log.add = (text) => {
      logged += text
      if (/hello/.test(logged)) noticing.abort()
    }
    const chatty = script('console.log("hello"); setInterval(() => {}, 1000)')
    await expect(open(chatty, { log, signal: noticing.signal })).rejects.toThrow()
    expect(logged).toContain('hello')
  })
})

describe('a server at an address', () => {
  it('lists its tools and answers calls, and while Headroom is offline, only a server on this machine gets requests', async () => {
    const port = await freePort()
    const { command, args, env } = everythingOverHttp(port)
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
    try {
      await new Promise<void>((resolve, reject) => {
        child.stderr.on('data', (text) => String(text).includes('listening') && resolve())
        child.on('exit', reject)
      })
      const server = { kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: { 'x-own': '1' } } as const
      const connection = await open(server)
      expect(connection.tools.map(({ name }) => name)).toContain('echo')
      expect(await connection.call('echo', { message: 'hello' }, never)).toEqual({ text: 'Echo: hello', isError: false })
      expect((await open(server, { isOffline: true })).tools.map(({ name }) => name)).toContain('echo')
      const elsewhere = { ...server, url: 'https://example.invalid/mcp' } as const
      expect(await reasonOf(elsewhere, { isOffline: true })).toMatchObject({ kind: 'failure', failure: { code: 'offline' } })
      expect(await reasonOf({ ...server, url: `http://127.0.0.1:${port}/elsewhere` })).toMatchObject({ kind: 'server' })
    } finally {
      child.kill('SIGKILL')
    }
  })

  it('is reported if nothing listens there', async () => {
    const url = `http://127.0.0.1:${await freePort()}/mcp`
    const reason = { kind: 'connection-refused' }
    expect(await reasonOf({ kind: 'http', url, headers: {} })).toEqual({
      kind: 'failure',
      failure: { code: 'url-unreachable', facts: { url, reason } },
    })
  })
})
