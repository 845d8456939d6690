import { beforeEach, describe, expect, it } from 'vitest'
import type { ComparePlan, CompareRun } from '../../../core/contract/compare/compare-runs'
import type { ServerSetting } from '../../../core/contract/compare/compare-variants'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { importedRun } from '../../compare-files/import-rows'
import { MadeProxy } from '../../library/testing/made-proxy'
import { RemoteEngine } from '../../remote-engine/remote-engine'
import { knowingServer } from '../../remote-engine/testing/knowing-server'
import { type LlamaOptions, startLlamaServer } from '../../remote-engine/testing/made-llama-server'
import type { MadeServer } from '../../remote-engine/testing/made-server'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

const openApp = (options: Parameters<typeof openTestApp>[2] = {}): App =>
  openTestApp(
    folder,
    async () => inProcessEngine(new FakeEngine({ tokensPerSecond: 5000, prefillTokensPerSecond: 500_000, loadMs: 1, taskMs: 1 })),
    {
      startRemoteEngine: async () => inProcessEngine(new RemoteEngine()),
      ...options,
    },
  )

let folder: string
let app: App
beforeEach(async () => {
  folder = dataFolder()
  app = openApp()
  await app.models.loadFirst()
  return () => app.close()
})

const start = (options: LlamaOptions = {}) => startLlamaServer({ ...knowingServer, ...options })

function saved({ url }: Pick<MadeServer, 'url'>, more: Partial<ServerSetting> = {}): ServerSetting {
  const { id, name } = app.remoteServers.save({ name: 'Lab', url })
  return { name: 'llama-server q8_0', serverId: id, serverName: name, model: 'tiny', ...more }
}

const plan = (variants: ComparePlan['variants'], more: Partial<ComparePlan> = {}): ComparePlan => ({
  modelId: 'pocket',
  title: '',
  variants,
  speed: null,
  latency: { prompt: 'hello', outputTokens: 4, turns: 3, limits: { ttftMs: 500, itlMs: 50 }, newWords: 20 },
  quality: null,
  passkey: { promptTokens: 200, depths: [0, 1], trials: 2 },
  toolCalls: { prompts: 3 },
  schemas: { prompts: 2 },
  answers: { prompts: ['One?'], maxTokens: 4 },
  cacheless: null,
  ...more,
})
const onlyTurns = { passkey: null, toolCalls: null, schemas: null, answers: null }
const idle = () => eventually(() => expect(app.state.value.compareRunId).toBeNull())
async function run(wanted: ComparePlan): Promise<CompareRun> {
  const runId = await app.compare.start(wanted)
  await idle()
  return app.compare.history.read(runId)
}
const codeOf = async (work: () => unknown) => {
  try {
    await work()
    return undefined
  } catch (error) {
    return failureOf(error)?.code
  }
}
const chats = ({ asked }: MadeServer) => asked.filter(({ path }) => path === '/v1/chat/completions').map(({ body }) => body)
const contents = (server: MadeServer) => chats(server).map(({ messages }) => messages.at(-1).content as string)

describe('a comparison of this machine with a server', () => {
  it('asks both for the same, alternating between them, and survives a restart', async () => {
    const server = await start()
    const { id, results, state, title } = await run(plan([defaultKvSettings, saved(server)]))
    expect(state).toBe('done')
    expect(title).toBe('f16, llama-server q8_0')
    expect(results.map((cell) => cell.state)).toEqual(results.map(() => 'done'))
    const kinds = (variant: number) => results.flatMap((cell) => (cell.variant === variant ? [cell.result?.kind] : []))
    expect(kinds(0)).toEqual(['answer', 'answer', 'answer', 'passkey', 'tool-calls', 'schemas', 'schemas', 'answer'])
    expect(kinds(1)).toEqual(kinds(0).map((kind) => (kind === 'answer' ? 'server-answer' : kind)))
    // The warm-up, 3 turns, 4 passkeys, 3 tool calls, 2 JSON answers without and with a grammar, 1 answer.
    expect(chats(server)).toHaveLength(1 + 3 + 4 + 3 + 4 + 1)
    expect(new Set(contents(server).slice(0, 4)).size).toBe(4)
    const turns = results.filter(({ part }) => part === 'latency')
    const promptsOf = (variant: number) =>
      turns.flatMap(({ task, variant: of }) =>
        of !== variant
          ? []
          : task.kind === 'answer'
            ? [task.prompt]
            : task.kind === 'server' && task.ask.kind === 'answer'
              ? [task.ask.prompt]
              : [],
      )
    expect(promptsOf(0)).toEqual(promptsOf(1))
    expect(contents(server).slice(1, 4)).toEqual(promptsOf(1))
    app.close()
    app = openApp()
    const again = app.compare.history.read(id)
    expect(again.results).toEqual(results)
    expect(again.plan?.variants[1]).toMatchObject({ name: 'llama-server q8_0', found: { kind: 'llama-server', version: 'b9000-abcdef0' } })
  })

  it('sends other words in each run, because the server may still have the earlier ones in its cache', async () => {
    const server = await start()
    const wanted = plan([defaultKvSettings, saved(server)], onlyTurns)
    await run(wanted)
    await run(wanted)
    const measured = contents(server).filter((text) => text !== 'Hello')
    expect(new Set(measured).size).toBe(6)
  })

  it('takes a server as the reference, and two servers without a model of this machine', async () => {
    const [one, two] = [await start(), await start()]
    const first = saved(one)
    const { results } = await run(plan([first, defaultKvSettings], onlyTurns))
    expect(results.every(({ state }) => state === 'done')).toBe(true)
    const second = app.remoteServers.save({ name: 'Other', url: two.url })
    const other: ServerSetting = { name: '', serverId: second.id, serverName: 'Other', model: 'tiny' }
    const servers = await run(plan([first, other], { ...onlyTurns, modelId: '' }))
    expect(servers).toMatchObject({ state: 'done', modelName: 'tiny', title: 'llama-server q8_0, tiny · Other', engine: null })
    expect(servers.results.map(({ result }) => result?.kind)).toEqual(Array(6).fill('server-answer'))
  })

  it('exports the rows of the server, with the source of each figure', async () => {
    const server = await start()
    const { id } = await run(plan([defaultKvSettings, saved(server)]))
    const rows = JSON.parse(app.compare.history.export([id], 'json').text) as Record<string, unknown>[]
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ setting_name: 'f16', type_k: 'f16', server_kind: null, ttft_source: 'measured' })
    expect(rows[1]).toMatchObject({
      setting_name: 'llama-server q8_0',
      type_k: null,
      server_kind: 'llama-server',
      server_version: 'b9000-abcdef0',
      server_model: 'tiny',
      kv_bytes_allocated: null,
      ttft_source: 'measured',
      prompt_tokens_source: 'reported usage.prompt_tokens',
      client_pp_ts_source: 'derived processed-tokens-over-ttft',
      client_tg_ts_source: 'derived later-tokens-over-client-time',
      passkey_found: 4,
      tool_arguments_right: 3,
      json_valid: 2,
    })
    expect(rows[1]?.client_pp_ts).toBeGreaterThan(0)
    const csv = app.compare.history.export([id], 'csv').text
    expect(importedRun('run.csv', csv).imported[1]).toMatchObject({ server_kind: 'llama-server', setting_name: 'llama-server q8_0' })
    expect(app.compare.history.export([id], 'markdown').text).toContain('| llama-server q8_0')
  })
})

describe('a server that cannot be measured', () => {
  it('goes away in the middle: what was measured stays, the rest fails with the reason, and nothing is sent twice', async () => {
    let turns = 0
    const server = await start({
      beforeEnd: async () => {
        if (++turns === 4) await server.stop()
      },
    })
    const { results, state } = await run(plan([defaultKvSettings, saved(server)]))
    expect(state).toBe('done')
    const ofServer = results.filter(({ variant }) => variant === 1)
    expect(ofServer.map((cell) => cell.state)).toEqual(['done', 'done', ...Array(6).fill('failed')])
    expect(ofServer[2]?.failure?.code).toBe('server-dropped')
    expect(ofServer.slice(3).map(({ failure }) => failure?.code)).toEqual(Array(5).fill('server-unreachable'))
    expect(results.filter(({ variant }) => variant === 0).every((cell) => cell.state === 'done')).toBe(true)
    expect(new Set(contents(server)).size).toBe(chats(server).length)
  })

  it('is measured again where it was lost, once it is back, except for a turn that it may have in its cache', async () => {
    let turns = 0
    const server = await start({
      beforeEnd: async () => {
        if (++turns === 4) await server.stop()
      },
    })
    const { port } = server
    const lost = await run(plan([defaultKvSettings, saved(server)]))
    expect(await codeOf(() => app.compare.resume(lost.id))).toBe('server-unreachable')
    expect(app.compare.history.read(lost.id)).toMatchObject({ state: 'done', failed: 6 })
    const back = await start({ port })
    await app.compare.resume(lost.id)
    await idle()
    const { results, state, failed } = app.compare.history.read(lost.id)
    expect([state, failed]).toEqual(['done', 1])
    expect(results.filter((cell) => cell.state === 'failed').map(({ failure }) => failure?.code)).toEqual(['server-dropped'])
    expect(contents(back).filter((content) => contents(server).slice(1).includes(content))).toEqual([])
    expect(await codeOf(() => app.compare.resume(lost.id))).toBe('compare-plan-refused')
  })

  it('drops one of several passkeys: those before it count, and the test is marked as failed', async () => {
    const server = await start({
      beforeEnd: async ({ reply }) => {
        if (chats(server).length === 4) reply.drop()
      },
    })
    const { results } = await run(
      plan([defaultKvSettings, saved(server)], { ...onlyTurns, latency: null, passkey: { promptTokens: 200, depths: [0, 1], trials: 2 } }),
    )
    expect(results[1]).toMatchObject({
      state: 'failed',
      failure: { code: 'server-dropped' },
      result: { byDepth: [{ found: 2, trials: 2 }] },
    })
  })

  it('is refused before the start, with the error that says why', async () => {
    const server = await start({ key: 'sk-secret' })
    const locked = saved(server)
    const wanted = (variant: ServerSetting) => plan([defaultKvSettings, variant], onlyTurns)
    expect(await codeOf(() => app.compare.start(wanted(locked)))).toBe('server-key-refused')
    const open = await start()
    expect(await codeOf(() => app.compare.start(wanted(saved(open, { model: 'other' }))))).toBe('server-model-missing')
    expect(await codeOf(() => app.compare.start(wanted({ ...locked, serverId: 'nothing' })))).toBe('server-not-saved')
    const gone = saved(open)
    await open.stop()
    expect(await codeOf(() => app.compare.start(wanted(gone)))).toBe('server-unreachable')
    expect(app.compare.history.list()).toEqual([])
    expect(app.state.value.model.status).toBe('ready')
  })

  it('on this machine is measured while Headroom is offline, and when it goes offline in the middle of a run', async () => {
    app.libraryService.setOffline(true)
    const server = await start({
      beforeEnd: async () => {
        if (chats(server).length === 3) app.libraryService.setOffline(true)
      },
    })
    const { results } = await run(plan([defaultKvSettings, saved(server)], onlyTurns))
    expect(results.filter(({ variant }) => variant === 1).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  it('is left alone while Headroom is offline, even if Headroom goes offline in the middle of a run', async () => {
    const proxy = await MadeProxy.start()
    app.close()
    app = openApp({ findProxy: proxy.findProxy })
    await app.models.loadFirst()
    const offline = await start()
    const setting = saved({ url: proxy.nameFor(offline.url).href })
    app.libraryService.setOffline(true)
    expect(await codeOf(() => app.compare.start(plan([defaultKvSettings, setting], onlyTurns)))).toBe('offline')
    expect([offline.asked, proxy.asked]).toEqual([[], []])
    app.libraryService.setOffline(false)
    const server = await start({
      beforeEnd: async ({ reply }) => {
        if (chats(server).length !== 3) return
        app.libraryService.setOffline(true)
        await reply.closed
      },
    })
    const { results } = await run(plan([defaultKvSettings, saved({ url: proxy.nameFor(server.url).href })], onlyTurns))
    const ofServer = results.filter(({ variant }) => variant === 1)
    expect(ofServer.map(({ state, failure }) => [state, failure?.code])).toEqual([
      ['done', undefined],
      ['failed', 'offline'],
      ['failed', 'offline'],
    ])
    expect(chats(server)).toHaveLength(3)
  })

  it('has changed since an interrupted run began: the run cannot continue', async () => {
    const server = await start()
    const setting = saved(server, { found: { kind: 'llama-server', version: 'b1' } })
    expect(await codeOf(() => app.compare.start(plan([defaultKvSettings, setting], onlyTurns)))).toBe('compare-plan-refused')
  })
})
