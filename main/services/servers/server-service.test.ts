import { beforeEach, describe, expect, it, vi } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { configTextOf } from '../../../core/tools/mcp-config'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import type { Keychain } from '../../library/library-settings'
import { MadeProxy } from '../../library/testing/made-proxy'
import { everything } from '../../mcp/testing/real-servers'
import { RemoteEngine } from '../../remote-engine/remote-engine'
import { startLlamaServer } from '../../remote-engine/testing/made-llama-server'
import { settingsIdOf } from '../../store/servers'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

const keychain: Keychain = {
  seal: (text) => Buffer.from(text).reverse().toString('base64'),
  open: (sealed) => Buffer.from(sealed, 'base64').reverse().toString(),
}

const openApp = (folder: string, options: Parameters<typeof openTestApp>[2] = {}): App =>
  openTestApp(folder, async () => inProcessEngine(new FakeEngine({ tokensPerSecond: 5000, prefillTokensPerSecond: 500_000, loadMs: 1 })), {
    startRemoteEngine: async () => inProcessEngine(new RemoteEngine()),
    keychain,
    ...options,
  })

let folder: string
let app: App
beforeEach(() => {
  folder = dataFolder()
  app = openApp(folder)
})

const codeOf = async (work: () => unknown): Promise<string | undefined> => {
  try {
    await work()
    return undefined
  } catch (error) {
    return failureOf(error)?.code
  }
}
const idle = () => eventually(() => expect(app.state.value.turns).toEqual([]))
const answerIn = (conversationId: string) => app.store.messages.get(app.store.conversations.leaf(conversationId) as string)

describe('saved servers', () => {
  it('are kept after a restart, with the key in the keychain', async () => {
    const { id } = app.remoteServers.save({ name: '', url: 'localhost:8080/v1', key: 'sk-secret' })
    app.close()
    app = openApp(folder)
    expect(app.remoteServers.list()).toEqual([{ id, name: 'localhost:8080', url: 'http://localhost:8080', key: 'keychain', model: null }])
    expect(JSON.stringify(app.store.servers.list())).not.toContain('sk-secret')
  })

  it('lose their key when the app ends if the host has no keychain', () => {
    app.close()
    app = openTestApp(folder, async () => inProcessEngine(new FakeEngine()))
    app.remoteServers.save({ name: 'One', url: 'http://localhost:8080', key: 'sk-secret' })
    expect(app.remoteServers.list()).toMatchObject([{ key: 'memory' }])
    app.close()
    app = openTestApp(folder, async () => inProcessEngine(new FakeEngine()))
    expect(app.remoteServers.list()).toMatchObject([{ name: 'One', key: 'none' }])
  })

  it('have one entry per address, and lose the key with a new address', () => {
    const first = app.remoteServers.save({ name: 'One', url: 'http://localhost:8080', key: 'sk-secret' })
    const again = app.remoteServers.save({ name: 'Two', url: 'localhost:8080/' })
    expect(again).toMatchObject({ id: first.id, name: 'Two', key: 'keychain' })
    const moved = app.remoteServers.save({ id: first.id, name: 'Two', url: 'http://localhost:8081' })
    expect(moved).toMatchObject({ id: first.id, url: 'http://localhost:8081', key: 'none' })
    expect(app.remoteServers.list()).toHaveLength(1)
  })

  it('replace the server that had their new address, with its settings and its connection', async () => {
    const { url } = await startLlamaServer()
    const first = app.remoteServers.save({ name: 'One', url: 'http://localhost:8080' })
    const other = app.remoteServers.save({ name: 'Two', url })
    app.remoteServers.changeSampling(other.id, { temperature: 0.3 })
    await app.remoteServers.connect(other.id, 'tiny')
    app.remoteServers.save({ id: first.id, name: 'One', url })
    expect(app.remoteServers.list()).toMatchObject([{ id: first.id, url }])
    expect(app.store.modelSettings.read(settingsIdOf(other.id)).sampling).toEqual(defaultSampling)
    expect(app.state.value.model).toEqual({ status: 'none' })
  })

  it('are saved with a key that was pasted with spaces around it', async () => {
    const { url } = await startLlamaServer({ key: 'sk-secret' })
    const pasted = { name: '', url, key: ' sk-secret ' }
    expect((await app.remoteServers.check(pasted, undefined)).kind).toBe('llama-server')
    const { id } = app.remoteServers.save(pasted)
    expect((await app.remoteServers.check({ id, url }, undefined)).kind).toBe('llama-server')
  })

  it('can have a key in the environment, which is sent to the address next to it, and to no other', async () => {
    const server = await startLlamaServer({ key: 'sk-secret' })
    const other = await startLlamaServer({ key: 'sk-secret' })
    vi.stubEnv('HEADROOM_SERVER_URL', `127.0.0.1:${server.port}/v1/`)
    vi.stubEnv('HEADROOM_SERVER_KEY', 'sk-secret')
    expect((await app.remoteServers.check({ url: server.url }, undefined)).kind).toBe('llama-server')
    expect(app.remoteServers.save({ name: '', url: server.url })).toMatchObject({ key: 'environment' })
    expect(await codeOf(() => app.remoteServers.check({ url: other.url }, undefined))).toBe('server-key-refused')
    expect(app.remoteServers.save({ name: '', url: other.url })).toMatchObject({ key: 'none' })
  })

  it('are refused if the address or the key is unusable, and nothing is saved', async () => {
    expect(await codeOf(() => app.remoteServers.save({ name: '', url: 'ftp://host' }))).toBe('server-address-invalid')
    expect(await codeOf(() => app.remoteServers.save({ name: '', url: 'http://host', key: 'two words' }))).toBe('server-key-unusable')
    expect(await codeOf(() => app.remoteServers.remove('nothing'))).toBe('server-not-saved')
    expect(app.remoteServers.list()).toEqual([])
  })

  it('disappear with their settings, and with all data', async () => {
    const { id } = app.remoteServers.save({ name: '', url: 'http://localhost:8080', key: 'sk-secret' })
    app.remoteServers.changeSampling(id, { temperature: 0.3 })
    expect(app.remoteServers.settingsOf(id).temperature).toBe(0.3)
    app.remoteServers.remove(id)
    expect(await codeOf(() => app.remoteServers.settingsOf(id))).toBe('server-not-saved')
    app.remoteServers.save({ name: '', url: 'http://localhost:8080', key: 'sk-secret' })
    await app.data.deleteEverything()
    expect(app.remoteServers.list()).toEqual([])
    await eventually(() => expect(app.state.value.model.status).toBe('ready'))
  })

  it('send a saved key only to the address that it was saved for', async () => {
    const server = await startLlamaServer({ key: 'sk-secret' })
    const other = await startLlamaServer()
    const { id, url } = app.remoteServers.save({ name: '', url: server.url, key: 'sk-secret' })
    expect((await app.remoteServers.check({ id, url }, undefined)).kind).toBe('llama-server')
    await app.remoteServers.check({ id, url: other.url }, undefined)
    expect(other.asked.map(({ headers }) => headers.authorization).filter(Boolean)).toEqual([])
    expect(await codeOf(() => app.remoteServers.check({ url }, undefined))).toBe('server-key-refused')
  })
})

describe('a connected server', () => {
  async function connected(url: string): Promise<string> {
    const { id } = app.remoteServers.save({ name: 'Lab', url })
    await app.remoteServers.connect(id, 'tiny')
    return id
  }
  const send = (text: string, conversationId: string | null = null, answers = 1) =>
    app.turns.send({ conversationId, text, sentAtMs: Date.now(), answers })

  it('writes the answers, whose figures are stored with their sources', async () => {
    const server = await startLlamaServer()
    await app.models.loadFirst()
    const id = await connected(server.url)
    expect(app.state.value.model).toMatchObject({ status: 'server', server: { id, name: 'Lab', model: 'tiny', facts: { slots: 2 } } })
    const { conversationId } = await send('What is a cell?')
    await idle()
    expect(answerIn(conversationId)).toMatchObject({
      text: 'A cell holds one token.',
      state: 'complete',
      modelName: 'tiny (Lab)',
      metrics: null,
      remote: { stopReason: 'end-of-text', figures: { cachedTokens: { kind: 'reported', value: 12 } } },
    })
    expect(app.remoteServers.list()).toMatchObject([{ model: 'tiny' }])
  })

  it('tells its state, without rates in the first reading', async () => {
    await connected((await startLlamaServer()).url)
    const { totalTokens, prefixHits } = await app.remoteServers.status()
    expect(totalTokens).toEqual({ kind: 'derived', value: 8192, formula: 'context-times-slots' })
    expect(prefixHits).toEqual({ kind: 'none', reason: 'too-few-readings' })
  })

  it('reports its own state, even if the server before it has not answered yet', async () => {
    const slow = await startLlamaServer()
    const server = await startLlamaServer()
    await connected(slow.url)
    const resume = slow.pause()
    const pending = app.remoteServers.status()
    await connected(server.url)
    await app.remoteServers.status()
    expect(server.asked.map(({ path }) => path)).toContain('/slots')
    resume()
    await pending
  })

  it('is not connected if Headroom goes offline meanwhile', async () => {
    const server = await startLlamaServer()
    const proxy = await MadeProxy.start()
    app.close()
    app = openApp(folder, {
      findProxy: proxy.findProxy,
      startRemoteEngine: async () => {
        app.libraryService.setOffline(true)
        return inProcessEngine(new RemoteEngine())
      },
    })
    expect(await codeOf(() => connected(proxy.nameFor(server.url).href))).toBe('offline')
    expect(app.state.value.model).toEqual({ status: 'none' })
    expect(app.supervisor.engine).toBeUndefined()
  })

  it('is not connected if the user cancels before it answers', async () => {
    const server = await startLlamaServer()
    const { id } = app.remoteServers.save({ name: 'Lab', url: server.url })
    const resume = server.pause()
    const user = new AbortController()
    const connecting = app.remoteServers.connect(id, 'tiny', user.signal)
    user.abort()
    resume()
    await expect(connecting).rejects.toThrow()
    expect(app.state.value.model).toEqual({ status: 'none' })
  })

  it('leaves the loaded model in place if it cannot be reached', async () => {
    await app.models.loadFirst()
    const server = await startLlamaServer()
    const { id } = app.remoteServers.save({ name: 'Lab', url: server.url })
    await server.stop()
    expect(await codeOf(() => app.remoteServers.connect(id, 'tiny'))).toBe('server-unreachable')
    expect(app.state.value.model.status).toBe('ready')
  })

  it('keeps the conversation if it is lost, and answers again once it is back', async () => {
    const server = await startLlamaServer({ beforeEnd: async ({ reply }) => reply.drop() })
    await connected(server.url)
    const { port } = server
    const { conversationId } = await send('What is a cell?')
    await idle()
    expect(answerIn(conversationId)).toMatchObject({
      text: 'A cell holds one token.',
      state: 'failed',
      failure: { code: 'server-dropped' },
      remote: { stopReason: null, pieces: 5, figures: { ttftMs: { kind: 'measured' } } },
    })
    await server.stop()
    await send('Again', conversationId)
    await idle()
    expect(answerIn(conversationId)).toMatchObject({ text: '', state: 'failed', failure: { code: 'server-unreachable' } })
    await startLlamaServer({ port })
    await send('Once more', conversationId)
    await idle()
    expect(answerIn(conversationId)).toMatchObject({ text: 'A cell holds one token.', state: 'complete' })
  })

  it('gives several answers, one request each', async () => {
    const server = await startLlamaServer()
    await connected(server.url)
    await send('What is a cell?', null, 3)
    await idle()
    expect(server.asked.filter(({ path }) => path === '/v1/chat/completions')).toHaveLength(3)
  })

  it('calls the tools of the conversation, and gets their results', async () => {
    const { url, asked } = await startLlamaServer({
      calls: ({ body }) =>
        body.messages.some(({ role }: { role: string }) => role === 'tool')
          ? []
          : [{ index: 0, id: 'one', type: 'function', function: { name: 'echo', arguments: '{"message":"cells"}' } }],
    })
    await connected(url)
    await app.servers.save(configTextOf({ all: everything }))
    const { id } = app.store.conversations.create('', false)
    const price = await app.tools.preview({ conversationId: id, server: 'all', isOn: true })
    // The server's own count: every word of the tools.
    expect('serverListTokens' in price && price.serverListTokens).toBeGreaterThan(50)
    await app.tools.switch({ conversationId: id, server: 'all', isOn: true })
    await send('Say it', id)
    const [call] = await eventually(() => {
      const asking = app.state.value.toolCalls.filter(({ state }) => state === 'asking')
      expect(asking).toHaveLength(1)
      return asking
    })
    app.toolRounds.decide(call?.callId ?? '', 'allow')
    await eventually(() => expect(answerIn(id).text).toBe('A cell holds one token.'))
    const last = asked.findLast(({ path }) => path === '/v1/chat/completions')
    expect(last?.body.messages.slice(-2)).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'one', function: { name: 'echo', arguments: '{"message":"cells"}' } }] },
      { role: 'tool', tool_call_id: 'one', content: expect.stringContaining('cells') },
    ])
    await app.servers.stopAll()
  })

  it('has no price of tools if it does not count tokens', async () => {
    await connected((await startLlamaServer({ counts: false })).url)
    await app.servers.save(configTextOf({ all: everything }))
    expect(await app.tools.preview({ conversationId: null, server: 'all', isOn: true })).toEqual({ serverListTokens: null })
    await app.servers.stopAll()
  })

  it('on this machine stays connected and answers while Headroom is offline', async () => {
    await connected((await startLlamaServer()).url)
    app.libraryService.setOffline(true)
    const { conversationId } = await send('What is a cell?')
    await idle()
    expect(answerIn(conversationId).state).toBe('complete')
    await connected((await startLlamaServer()).url)
    expect((await app.remoteServers.status()).atMs).toBeGreaterThan(0)
  })

  it('is disconnected by the offline switch, and gets no further request', async () => {
    const server = await startLlamaServer()
    const proxy = await MadeProxy.start()
    app.close()
    app = openApp(folder, { findProxy: proxy.findProxy })
    await connected(proxy.nameFor(server.url).href)
    app.libraryService.setOffline(true)
    expect(app.state.value.model).toMatchObject({ status: 'failed', server: { name: 'Lab' }, failure: { code: 'offline' } })
    expect(app.supervisor.engine).toBeUndefined()
    const before = server.asked.length
    expect(await codeOf(() => send('Hello'))).toBe('no-model-loaded')
    expect(await codeOf(() => app.remoteServers.status())).toBe('no-model-loaded')
    expect(server.asked).toHaveLength(before)
  })

  it('can be connected again if the process that talks to it has died', async () => {
    const id = await connected((await startLlamaServer()).url)
    app.supervisor.engine?.process.kill()
    await eventually(() =>
      expect(app.state.value.model).toMatchObject({ status: 'failed', server: { id }, failure: { code: 'engine-gone' } }),
    )
    expect(await codeOf(() => send('Hello'))).toBe('engine-gone')
    await app.remoteServers.connect(id, 'tiny')
    const { conversationId } = await send('What is a cell?')
    await idle()
    expect(answerIn(conversationId).state).toBe('complete')
  })

  it('is replaced by a model of this machine', async () => {
    await connected((await startLlamaServer()).url)
    await app.models.loadFirst()
    expect(app.state.value.model.status).toBe('ready')
    const { conversationId } = await send('Hello')
    await idle()
    expect(answerIn(conversationId).metrics).not.toBeNull()
  })

  it('is disconnected by the user', async () => {
    await connected((await startLlamaServer()).url)
    app.remoteServers.disconnect()
    expect(app.state.value.model).toEqual({ status: 'none' })
  })

  it('must have the model', async () => {
    const { id } = app.remoteServers.save({ name: 'Lab', url: (await startLlamaServer()).url })
    expect(await codeOf(() => app.remoteServers.connect(id, 'other'))).toBe('server-model-missing')
  })
})
