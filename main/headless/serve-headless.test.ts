import { on, once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { HostContract } from '../../core/contract'
import { failureOf } from '../../core/contract/errors/coded-error'
import type { Failure } from '../../core/contract/errors/errors'
import { failureIn } from '../../core/contract/errors/wire-errors'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { mostOpenRequests } from '../../core/contract/wire/message-limit'
import { countedCharacters } from '../../core/contract/wire/text-limits'
import { describeFailure } from '../../core/copy/failures'
import { peerLink } from '../../core/rpc/peer-link'
import { FakeEngine } from '../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../native-models/process/testing/in-process'
import type { App } from '../services/app'
import { eventually } from '../services/testing/eventually'
import { nativePath, openTestApp } from '../services/testing/test-app'
import { dataFolder } from '../store/testing/test-store'
import { mostConnections, mostRequestsPerConnection } from './guarded-sockets'
import { type Headless, serveHeadless, socketChannel } from './serve-headless'

let app: App
let host: Headless
let address: URL
let token: string

beforeEach(async () => {
  app = openTestApp(dataFolder(), async () =>
    inProcessEngine(new FakeEngine({ tokensPerSecond: 200, prefillTokensPerSecond: 50_000, loadMs: 1 })),
  )
  host = await serveHeadless({ app, rendererFolder: nativePath('../renderer'), port: 0 })
  address = new URL(host.url)
  token = /token=([\w-]+)/.exec(host.url)?.[1] ?? ''
})
afterEach(async () => {
  vi.restoreAllMocks()
  await host.close()
  app.close()
})

function open(): Socket {
  const socket = connect(host.port, '127.0.0.1')
  socket.on('error', () => {})
  return socket
}
async function answerTo(request: string): Promise<string> {
  const socket = open()
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(request)
  await once(socket, 'close')
  return text
}
const ask = (line: string, headers = '') => answerTo(`${line} HTTP/1.1\r\nHost: ${address.host}\r\nConnection: close\r\n${headers}\r\n`)
const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
const isAlive = async () => expect((await fetch(host.url)).status).toBe(200)
const page = (path = '/host') => new WebSocket(`ws://${address.host}${path}?token=${token}`, { origin: address.origin })

it.each(['//', 'http://[', '/\\\\[', '*', 'http://:99999/'])(
  'the headless host refuses GET %s, and answers the next request',
  async (target) => {
    expect(await ask(`GET ${target}`)).toMatch(/^HTTP\/1.1 (400|403|404) /)
    await isAlive()
  },
)

it('the headless host answers invalid HTTP with 400', async () => {
  expect(await answerTo('\0\x01\x02 nothing\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  await isAlive()
})

it('the headless host checks the Host header before the path', async () => {
  expect(await answerTo('GET // HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 403 /)
  expect(await answerTo(`GET // HTTP/1.1\r\nHost: evil.example\r\n${upgrade}\r\n`)).toMatch(/^HTTP\/1.1 403 /)
})

it.each(['//', 'http://[', '/other', '/host'])(
  'the headless host refuses to upgrade %s without a token, and keeps running when the socket is reset',
  async (target) => {
    const request = `GET ${target} HTTP/1.1\r\nHost: ${address.host}\r\n${upgrade}\r\n`
    expect(await answerTo(request)).toMatch(/^HTTP\/1.1 (400|403|404) /)
    for (let i = 0; i < 20; i++) {
      const socket = open()
      await once(socket, 'connect')
      // Bytes that arrive after the refusal make the system reset the connection.
      socket.write(request)
      socket.write('x'.repeat(100_000))
      socket.resetAndDestroy()
    }
    await isAlive()
  },
)

it('the headless host closes the connection after an invalid frame, and keeps running', async () => {
  for (const path of ['/host', '/engine']) {
    const socket = open()
    socket.write(`GET ${path}?token=${token} HTTP/1.1\r\nHost: ${address.host}\r\nOrigin: ${address.origin}\r\n${upgrade}\r\n`)
    await once(socket, 'data')
    socket.write(Buffer.from([0xff, 0x05, 1, 2, 3, 4, 5]))
    socket.resume()
    await once(socket, 'close')
  }
  await isAlive()
})

it('the headless host closes the connection after a message of more than 32 MiB, and keeps running', async () => {
  const socket = page()
  await once(socket, 'open')
  socket.on('error', () => {})
  socket.send('x'.repeat(32 * 2 ** 20 + 1))
  const [code] = (await once(socket, 'close')) as [number]
  expect([1006, 1009]).toContain(code)
  await isAlive()
})

it('the headless host closes the connection after a message of more than 256 KiB to the engine, and accepts the longest text whose tokens a window may count', async () => {
  await app.supervisor.ensure('cpu')
  const socket = page('/engine')
  await once(socket, 'open')
  socket.on('error', () => {})
  const text = '\u0001'.repeat(countedCharacters)
  socket.send(JSON.stringify({ i: 'good', p: { u: '/countTokens', b: { json: { text } } } }))
  await once(socket, 'message')
  socket.send('x'.repeat(256 * 2 ** 10 + 1))
  const [code] = (await once(socket, 'close')) as [number]
  expect([1006, 1009]).toContain(code)
})

it('the headless host accepts an upload that takes longer than Node’s request timeout, and closes other slow connections', async () => {
  const timeouts = { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 20 }
  const hurried = await serveHeadless({ app, rendererFolder: nativePath('../renderer'), port: 0, timeouts })
  const { host: name, origin, hash } = new URL(hurried.url)
  const send = (query: string) => {
    const socket = connect(hurried.port, '127.0.0.1')
    socket.write(`POST /upload?name=x.gguf${query} HTTP/1.1\r\nHost: ${name}\r\nOrigin: ${origin}\r\nContent-Length: 8\r\n\r\nGGUF`)
    return socket
  }
  const upload = send(`&${hash.slice(1)}`)
  await eventually(() => expect(readdirSync(join(app.store.folder, 'models'))).toHaveLength(1))
  const other = send('')
  other.resume()
  await once(other, 'close')
  upload.write('\0\0\0\0')
  const [answer] = (await once(upload, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200 [\s\S]*"gguf-/)
  upload.destroy()
  await hurried.close()
})

it.each([
  ['a\0b\n\u202efgg.gguf', 'a b fgg.gguf'],
  ['con.gguf', '_con.gguf'],
  ['../..\\x.GGUF ', 'x.gguf'],
  [`${'n'.repeat(400)}.gguf`, `${'n'.repeat(200)}.gguf`],
])('the headless host changes the name %j of an upload to %j', async (name, fileName) => {
  const url = `${address.origin}/upload?${new URLSearchParams({ name, token })}`
  const response = await fetch(url, { method: 'POST', headers: { origin: address.origin }, body: 'no model' })
  expect(await response.json()).toMatchObject({ failure: { code: 'gguf-not-a-model', facts: { path: fileName } } })
  expect(readdirSync(join(app.store.folder, 'models'))).toEqual([])
})

it('the headless host drops malformed messages, and answers the next message', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const socket = page()
  await once(socket, 'open')
  for (const message of ['no JSON', 'null', '{}', '{"i":"x","p":{"u":5}}', Buffer.from([255, 255]), Buffer.alloc(0)]) socket.send(message)
  socket.send(JSON.stringify({ i: 'good', p: { u: '/info', b: {} } }))
  const [answer] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(answer.toString())).toMatchObject({ i: 'good', p: { b: { json: { host: 'web' } } } })
  expect(vi.mocked(console.error)).toHaveBeenCalledOnce()
  socket.close()
})

it('the headless host refuses a request with more than 100,000 values before parsing it, and answers the next request', async () => {
  const socket = page()
  await once(socket, 'open')
  const answers = on(socket, 'message')
  const next = async () => JSON.parse(String((await answers.next()).value[0]))
  const runIds = `${'1,'.repeat(11_000_000)}1`
  for (const type of [String, Buffer.from]) {
    socket.send(type(`{"i":"bad","p":{"u":"/compare/export","b":{"json":{"format":"csv","runIds":[${runIds}]}}}}`))
    socket.send(JSON.stringify({ i: 'good', p: { u: '/info', b: {} } }))
    expect(await next()).toMatchObject({ i: 'bad', p: { s: 400, b: { json: { code: 'request-refused' } } } })
    expect(await next()).toMatchObject({ i: 'good', p: { b: { json: { host: 'web' } } } })
  }
  socket.close()
})

it('the headless host refuses a request from a window that has 256 open requests, and accepts the next when one ends', async () => {
  const socket = page()
  await once(socket, 'open')
  const client = createORPCClient(peerLink(socketChannel(socket), console.error)) as ContractRouterClient<HostContract>
  const streams = await Promise.all(
    Array.from({ length: mostOpenRequests }, (_, at) => client.followCommands({ streamId: `s${at}`, everyMs: 16 })),
  )
  const failure = (await client.info().catch(failureIn)) as Failure
  expect(failure).toEqual({ code: 'too-many-requests', facts: { limit: mostOpenRequests } })
  expect(describeFailure(failure)).toMatch(/Wait for one of them, or reload the window/)
  await streams[0]?.return(undefined)
  await eventually(async () => expect(await client.info()).toMatchObject({ host: 'web' }))
  socket.close()
})

async function silentPage(): Promise<Socket> {
  const text = 'x'.repeat(4e6)
  app.unsent.write({ conversationId: null, text, pasted: text, documents: [], typedSystemPrompt: null, isPrivate: false })
  const socket = open()
  socket.write(`GET /host?token=${token} HTTP/1.1\r\nHost: ${address.host}\r\nOrigin: ${address.origin}\r\n${upgrade}\r\n`)
  await once(socket, 'readable')
  return socket
}
const frame = (text: string, type = 1) => Buffer.concat([Buffer.from([0x80 | type, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
const readUnsent = (id: number) => frame(`{"i":"${id}","p":{"u":"/unsent/read","b":{}}}`)

it('the headless host closes the connection of a window that reads no responses, and records an event', async () => {
  const socket = await silentPage()
  socket.write(Buffer.concat(Array.from({ length: 40 }, (_, id) => readUnsent(id))))
  await eventually(() => expect(app.state.events.list.map(({ code }) => code)).toContain('window-reads-nothing'))
  await isAlive()
  socket.destroy()
})

it('the headless host stops reading from a window that leaves a response unread, and continues when the window reads it', async () => {
  const paused = vi.spyOn(WebSocket.prototype, 'pause')
  const socket = await silentPage()
  socket.write(Buffer.concat([readUnsent(1), readUnsent(2)]))
  await eventually(() => expect(paused).toHaveBeenCalled())
  socket.write(Buffer.concat([frame('ping', 9), frame('{"i":"good","p":{"u":"/info","b":{}}}')]))
  let end = ''
  while (!end.includes('"i":"good"')) end = end.slice(-1000) + ((await once(socket, 'data')) as [Buffer])[0].toString('latin1')
  expect(end).toContain('\x8a\x04ping')
  socket.destroy()
})

it.each([
  [{ contextTokens: Number.NaN }, 'kv.contextTokens'],
  [{ contextTokens: -1 }, 'kv.contextTokens'],
  [{ batchTokens: 1e9 }, 'kv.batchTokens'],
  [{ sequences: 1e9 }, 'kv.sequences'],
  [{ threads: -4 }, 'kv.threads'],
  [{ gpuLayers: Number.POSITIVE_INFINITY }, 'kv.gpuLayers'],
])('the headless host refuses the settings %o with an explanation that names the field', async (change, field) => {
  const socket = page()
  await once(socket, 'open')
  const client = createORPCClient(peerLink(socketChannel(socket), console.error)) as ContractRouterClient<HostContract>
  const kv = { ...defaultKvSettings, ...change }
  const failure = await client.models.saveKv({ modelId: 'x', kv }).catch(failureIn)
  expect(failure).toMatchObject({ code: 'request-refused', facts: { field } })
  expect(describeFailure(failure as Failure)).toMatch(/^Headroom refused this value for kv\.\w+: .+\. Nothing has changed\./)
  socket.close()
})

it('the headless host sends the security headers with every response', async () => {
  const answers = [
    await ask('GET /'),
    await ask('GET //'),
    await ask('GET /nothing'),
    await ask(`GET /token?token=${token}`),
    await ask('POST /upload'),
    await ask('PUT /'),
    await ask('GET /other', upgrade),
  ]
  answers.push(await ask(`GET /?token=${token}`), await answerTo('nothing\r\n\r\n'))
  for (const answer of answers) {
    expect(answer).toMatch(/^content-security-policy: default-src 'none'/im)
    expect(answer).toMatch(/^x-content-type-options: nosniff/im)
  }
})

it('the headless host shares an asset in memory between 32 connections that request it and read nothing', async () => {
  const folder = dataFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'large.js'), Buffer.alloc(16 * 2 ** 20))
  const other = await serveHeadless({ app, rendererFolder: folder, port: 0 })
  const before = process.memoryUsage().arrayBuffers
  const sockets = Array.from({ length: 32 }, () => connect(other.port, '127.0.0.1'))
  await Promise.all(
    sockets.map(async (socket) => {
      socket.write(`GET /assets/large.js HTTP/1.1\r\nHost: 127.0.0.1:${other.port}\r\n\r\n`)
      await once(socket, 'readable')
    }),
  )
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(128 * 2 ** 20)
  for (const socket of sockets) socket.destroy()
  await other.close()
})

it('the headless host answers pipelined requests up to a limit, and refuses the others', async () => {
  const socket = open()
  const request = `GET / HTTP/1.1\r\nHost: ${address.host}\r\n\r\n`
  socket.write(request.repeat(mostRequestsPerConnection + 10))
  const answered = (status: number) => answers.split(`HTTP/1.1 ${status} `).length - 1
  let answers = ''
  while (answered(200) + answered(503) < mostRequestsPerConnection + 10) answers += (await once(socket, 'data'))[0]
  expect(answered(200)).toBe(mostRequestsPerConnection)
  socket.destroy()
  await isAlive()
})

it('the headless host closes connections over the limit, keeps the others, and accepts a new one when one closes', async () => {
  const window = page()
  await once(window, 'open')
  const sockets = Array.from({ length: mostConnections - 1 }, open)
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  expect(await answerTo('')).toBe('')
  window.send(JSON.stringify({ i: 'good', p: { u: '/info', b: {} } }))
  await once(window, 'message')
  for (const socket of sockets) socket.destroy()
  await eventually(isAlive)
  window.close()
})

it('the headless host does not delete folders in the uploads folder, and reports a store failure if a file has the name of the uploads folder', async () => {
  const models = join(app.store.folder, 'models')
  mkdirSync(join(models, 'mine.unfinished'))
  writeFileSync(join(models, 'part.unfinished'), '')
  const serve = () => serveHeadless({ app, rendererFolder: nativePath('../renderer'), port: 0 })
  await (await serve()).close()
  expect(readdirSync(models)).toEqual(['mine.unfinished'])
  rmSync(models, { recursive: true })
  writeFileSync(models, '')
  expect(failureOf(await serve().catch((error: unknown) => error))).toMatchObject({ code: 'store-failed', facts: { path: models } })
})
