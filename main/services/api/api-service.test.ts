import { type AddressInfo, connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import { coded } from '../../../core/contract/errors/coded-error'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { failureIn } from '../../library/testing/read-from-bad-server'
import { RemoteEngine } from '../../remote-engine/remote-engine'
import { startLlamaServer } from '../../remote-engine/testing/made-llama-server'
import { networkAddresses } from '../../serve/http/network-addresses'
import { dataFolder } from '../../store/testing/test-store'
import { freePort } from '../../testing/free-port'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

const quick = { tokensPerSecond: 5000, prefillTokensPerSecond: 1e6, loadMs: 0 }
let app: App | undefined
afterEach(() => app?.close())

async function open(folder: string): Promise<App> {
  const opened = openTestApp(folder, async () => inProcessEngine(new FakeEngine(quick)))
  app = opened
  await opened.models.loadFirst()
  await eventually(() => expect(opened.state.value.model.status).toBe('ready'))
  return opened
}

const models = (url: string, key: string) => globalThis.fetch(`${url}/v1/models`, { headers: { 'x-api-key': key } })

it('is off until the user turns it on, takes only keys that were made for it, and forgets a revoked one at once', async () => {
  const folder = dataFolder()
  const { api, preferences, requests } = await open(folder)
  expect(api.read()).toEqual({ url: null, network: [], failure: null, keys: [] })
  preferences.write({ api: true })
  await eventually(() => expect(api.read().url).not.toBeNull())
  const url = api.read().url as string
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect((await models(url, 'x')).status).toBe(401)

  const key = api.makeKey('editor')
  expect(api.read().keys).toMatchObject([{ name: 'editor', ending: key.slice(-4) }])
  expect((await (await models(url, key)).json()) as object).toMatchObject({ data: [{ id: 'pocket-f16' }] })
  const body = JSON.stringify({ model: 'pocket', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 3 })
  const answer = await globalThis.fetch(`${url}/v1/chat/completions`, { method: 'POST', body, headers: { 'x-api-key': key } })
  expect(answer.status).toBe(200)
  expect(requests.records).toMatchObject([
    { state: 'refused', failure: 'api-key-refused' },
    { client: 'editor', dialect: 'openai', model: 'pocket-f16', askedModel: 'pocket', outputTokens: 3 },
  ])

  const listed = await globalThis.fetch(`${url}/headroom/requests`, { headers: { 'x-api-key': key } })
  const lines = (await listed.text()).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ state: 'refused' }, { client: 'editor' }])

  api.revokeKey('editor')
  expect((await models(url, key)).status).toBe(401)
  preferences.write({ api: false })
  await eventually(() => expect(api.read().url).toBeNull())
  await expect(models(url, key)).rejects.toThrow()
})

it('says that the model is still loading, and when to try again', async () => {
  const opened = openTestApp(dataFolder(), async () => inProcessEngine(new FakeEngine({ ...quick, loadMs: 60_000 })))
  app = opened
  const { api, preferences } = opened
  preferences.write({ api: true })
  await eventually(() => expect(api.read().url).not.toBeNull())
  void opened.models.loadFirst()
  await eventually(() => expect(opened.state.value.model.status).toBe('loading'))
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] })
  const init = { method: 'POST', body, headers: { 'x-api-key': api.makeKey('editor') } }
  const answer = await globalThis.fetch(`${api.read().url}/v1/chat/completions`, init)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await answer.json()).toMatchObject({
    error: { code: 'api-model-loading', message: 'The model “Pocket” is still loading. Try again in a few seconds.' },
  })
})

it('says that a server has the model while a server writes the answers, and lists no model', async () => {
  const server = await startLlamaServer()
  const opened = openTestApp(dataFolder(), async () => inProcessEngine(new FakeEngine(quick)), {
    startRemoteEngine: async () => inProcessEngine(new RemoteEngine()),
  })
  app = opened
  const { api, preferences, remoteServers } = opened
  const { id } = remoteServers.save({ name: 'Lab', url: server.url })
  await remoteServers.connect(id, 'tiny')
  preferences.write({ api: true })
  await eventually(() => expect(api.read().url).not.toBeNull())
  const url = api.read().url as string
  const key = api.makeKey('editor')
  const ask = async (path: string, body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'x-api-key': key } }
    const answer = await globalThis.fetch(`${url}${path}`, init)
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), json: await answer.json() }
  }
  const message =
    'The model “tiny” runs on the server “Lab”, and the API server answers only with a model on this machine. Load a model on this machine, or send the request to that server.'
  const error = { message, type: 'invalid_request_error', code: 'api-model-on-server' }
  expect(await ask('/v1/embeddings', { model: 'tiny', input: 'Hello' })).toMatchObject({ status: 501, retryAfter: null, json: { error } })
  const messages = [{ role: 'user', content: 'Hello' }]
  expect(await ask('/v1/messages', { model: 'tiny', max_tokens: 3, messages })).toMatchObject({
    status: 501,
    json: { type: 'error', error: { type: 'invalid_request_error', message } },
  })
  expect(await (await models(url, key)).json()).toMatchObject({ data: [] })
})

it('takes the next port if another program has the first one, and keeps its port and its keys when Headroom starts again', async () => {
  const folder = dataFolder()
  const first = await open(folder)
  first.preferences.write({ api: true })
  await eventually(() => expect(first.api.read().url).not.toBeNull())
  const key = first.api.makeKey('agent')
  const otherFolder = dataFolder()
  const other = await openTestApp(otherFolder, async () => inProcessEngine(new FakeEngine(quick)))
  other.preferences.write({ api: true })
  await eventually(() => expect(other.api.read().url).not.toBeNull())
  const otherUrl = other.api.read().url
  expect(otherUrl).not.toBe(first.api.read().url)
  await other.api.close()
  other.close()
  await first.api.close()
  first.close()
  const again = await open(folder)
  await eventually(() => expect(again.api.read().url).not.toBeNull())
  expect((await models(again.api.read().url as string, key)).status).toBe(200)
  await again.api.close()
  again.close()
  const otherAgain = await open(otherFolder)
  await eventually(() => expect(otherAgain.api.read().url).not.toBeNull())
  expect(otherAgain.api.read().url).toBe(otherUrl)
})

it('runs even if the disk is too full to store its port', async () => {
  const opened = await open(dataFolder())
  opened.preferences.write({ api: true })
  const write = vi.spyOn(opened.preferences, 'write').mockImplementation(() => {
    throw coded('disk-full', { path: '/data' })
  })
  await eventually(() => expect(write).toHaveBeenCalled())
  await eventually(() => expect(opened.api.read()).toMatchObject({ failure: null, url: expect.stringContaining('http://127.0.0.1:') }))
  expect(opened.preferences.values.apiPort).toBeNull()
})

it('does not start again if Headroom closes during the first start', async () => {
  const opened = await open(dataFolder())
  opened.preferences.write({ api: true })
  await opened.api.close()
  expect(opened.api.read().url).toBeNull()
  expect(opened.preferences.values.apiPort).toBeNull()
})

const on = async (opened: App, change: Parameters<App['preferences']['write']>[0] = {}): Promise<string> => {
  opened.preferences.write({ api: true, ...change })
  await eventually(() => expect(opened.api.read().url).not.toBeNull())
  return opened.api.read().url as string
}
/** The status line of the answer to a request with this Host header. */
const statusFor = async (port: number, host: string, key = '') => {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /v1/models HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${key}\r\nconnection: close\r\n\r\n`)
  return (await text(socket)).split('\r\n')[0]
}

it('listens on the port that the user chose, even after a restart', async () => {
  const folder = dataFolder()
  const opened = await open(folder)
  await on(opened)
  const port = await freePort()
  opened.preferences.write({ apiPort: port })
  await eventually(() => expect(opened.api.read().url).toBe(`http://127.0.0.1:${port}`))
  await opened.api.close()
  opened.close()
  const again = await open(folder)
  await eventually(() => expect(again.api.read().url).toBe(`http://127.0.0.1:${port}`))
})

it('says that another program has the port that the user chose, and takes no other', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const { api, preferences } = await open(dataFolder())
  preferences.write({ api: true, apiPort: port })
  await eventually(() => expect(api.read()).toMatchObject({ url: null, failure: { code: 'api-port-in-use', facts: { port } } }))
  await new Promise((resolve) => other.close(resolve))
  preferences.write({ api: true })
  await eventually(() => expect(api.read()).toMatchObject({ url: `http://127.0.0.1:${port}`, failure: null }))
})

it.each([0, 65_536, 8080.5, -1, Number.NaN])('refuses %s as a port, and keeps the one that it has', async (apiPort) => {
  const { preferences } = await open(dataFolder())
  preferences.write({ apiPort: 9000 })
  const failure = await failureIn(Promise.resolve().then(() => preferences.write({ apiPort })))
  expect(failure).toEqual({ code: 'api-port-refused', facts: { typed: String(apiPort) } })
  expect(preferences.values.apiPort).toBe(9000)
})

const connects = (address: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, address)
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

// macOS has no 127.0.0.2. Elsewhere it is an address of this machine to which a server on 127.0.0.1 does not listen.
it.skipIf(process.platform === 'darwin')('listens only on 127.0.0.1, until the user serves the network', async () => {
  const opened = await open(dataFolder())
  const port = await freePort()
  await on(opened, { apiPort: port })
  expect(opened.api.read().network).toEqual([])
  expect([await connects('127.0.0.1', port), await connects('127.0.0.2', port)]).toEqual([true, false])
  opened.preferences.write({ apiOnNetwork: true })
  await eventually(async () => expect(await connects('127.0.0.2', port)).toBe(true))
})

it('on the network, needs a key, answers any address of this machine, and refuses foreign names', async () => {
  const opened = await open(dataFolder())
  const url = await on(opened, { apiPort: await freePort(), apiOnNetwork: true })
  const port = Number(new URL(url).port)
  const key = opened.api.makeKey('laptop')
  expect(opened.api.read().network).toEqual(networkAddresses().map(({ name, address }) => ({ name, url: `http://${address}:${port}` })))
  expect(await statusFor(port, `192.168.1.5:${port}`)).toBe('HTTP/1.1 401 Unauthorized')
  expect(await statusFor(port, `192.168.1.5:${port}`, 'hr-wrong')).toBe('HTTP/1.1 401 Unauthorized')
  expect(await statusFor(port, `192.168.1.5:${port}`, key)).toBe('HTTP/1.1 200 OK')
  for (const name of ['evil.example', `evil.example:${port}`, `192.168.1.5.evil.example:${port}`, ''])
    expect(await statusFor(port, name, key)).toBe('HTTP/1.1 403 Forbidden')
  opened.preferences.write({ apiOnNetwork: false })
  await eventually(async () => expect(await statusFor(port, `192.168.1.5:${port}`, key)).toBe('HTTP/1.1 403 Forbidden'))
  expect(await statusFor(port, `127.0.0.1:${port}`, key)).toBe('HTTP/1.1 200 OK')
})
