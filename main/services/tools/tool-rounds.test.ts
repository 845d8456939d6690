import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OpenCall } from '../../../core/contract/chat/conversation-tools'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { partsOf } from '../../../core/messages/parts-of'
import { mostRounds } from '../../../core/tools/calls-in'
import { configTextOf } from '../../../core/tools/mcp-config'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { everything, script } from '../../mcp/testing/real-servers'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

let app: App
let seen: {
  sampling?: Pick<SamplingSettings, 'toolChoice'>
  tools?: readonly { name: string }[] | undefined
  messages: readonly { role: string; text: string }[]
}[] = []
const home = realpathSync(mkdtempSync(join(tmpdir(), 'headroom-home-')))
const places = { platform: 'linux', home, environment: {} } as const

beforeAll(async () => {
  app = openTestApp(
    dataFolder(),
    async () => {
      const backend = new FakeEngine({ tokensPerSecond: 5000, prefillTokensPerSecond: 500_000, loadMs: 1 })
      const answer = backend.answer.bind(backend)
      backend.answer = (request, answers) => {
        seen.push(request)
        return answer(request, answers)
      }
      return inProcessEngine(backend)
    },
    { places },
  )
  await app.models.loadFirst()
  await app.servers.save(configTextOf({ all: everything }))
})
afterAll(async () => {
  await app.servers.stopAll()
  app.close()
})
afterEach(() => {
  vi.restoreAllMocks()
  app.toolRounds.stopAll()
  seen = []
})

async function newConversation(isPrivate = false): Promise<string> {
  const { id } = app.store.conversations.create('', isPrivate)
  await app.tools.switch({ conversationId: id, server: 'all', isOn: true })
  return id
}
const send = (conversationId: string, text: string) => app.turns.send({ conversationId, text, sentAtMs: Date.now() })
const path = (conversationId: string) => app.store.messages.path(app.store.conversations.leaf(conversationId) as string)
const roles = (conversationId: string) => path(conversationId).map(({ role }) => role)
const idle = () => eventually(() => expect([...app.state.value.turns, ...app.state.value.toolCalls]).toEqual([]))
const open = (conversationId: string) => app.state.value.toolCalls.filter((call) => call.conversationId === conversationId)
const asked = (conversationId: string, calls = 1): Promise<OpenCall[]> =>
  eventually(() => {
    const asking = open(conversationId).filter(({ state }) => state === 'asking')
    expect(asking).toHaveLength(calls)
    return asking
  })
const results = (conversationId: string) => path(conversationId).flatMap((message) => (message.role === 'tool' ? [partsOf(message)] : []))
const echo = (message: string) => `call echo {"message": "${message}"}`

describe('a call in an answer', () => {
  it('waits for the user, and its result is stored and answered', async () => {
    const id = await newConversation()
    await send(id, echo('one'))
    const [call] = await asked(id)
    expect(call).toMatchObject({ server: 'all', tool: 'echo' })
    expect(roles(id)).toEqual(['user', 'assistant'])
    app.toolRounds.decide(call?.callId ?? '', 'allow')
    await eventually(() => expect(roles(id)).toEqual(['user', 'assistant', 'tool', 'assistant']))
    await idle()
    expect(results(id)[0]).toMatchObject([{ type: 'tool-result', name: 'echo', isError: false, text: 'Echo: one' }])
    expect(path(id).at(-1)?.text).toContain('fake engine')
    expect(seen.at(-1)?.tools?.map(({ name }) => name)).toContain('echo')
    expect(seen.at(-1)?.messages.at(-1)).toMatchObject({ role: 'tool', text: 'Echo: one' })
  })

  it('that the user refuses is an error that the model reads', async () => {
    const id = await newConversation()
    await send(id, echo('one'))
    const [call] = await asked(id)
    app.toolRounds.decide(call?.callId ?? '', 'refuse')
    await eventually(() => expect(roles(id)).toHaveLength(4))
    expect(results(id)[0]).toMatchObject([{ isError: true, text: 'The user refused this call.' }])
  })

  it('runs only after all calls of the answer are decided, and their results are one message', async () => {
    const id = await newConversation()
    await send(id, `${echo('one')}\n${echo('two')}`)
    const [first, second] = await asked(id, 2)
    app.toolRounds.decide(first?.callId ?? '', 'allow')
    expect(open(id).map(({ state }) => state)).toEqual(['decided', 'asking'])
    app.toolRounds.decide(second?.callId ?? '', 'refuse')
    await eventually(() => expect(roles(id)).toHaveLength(4))
    expect(results(id)[0]?.map(({ text }) => text)).toEqual(['Echo: one', 'The user refused this call.'])
  })

  it('ends if its message is deleted', async () => {
    const id = await newConversation()
    const { prompt } = await send(id, echo('one'))
    const [call] = await asked(id)
    expect(app.conversations.removeFrom(id, call?.answerId ?? '').messages.map(({ role }) => role)).toEqual(['user'])
    expect(open(id)).toEqual([])
    app.conversations.removeFrom(id, prompt?.id ?? '')
    expect(app.store.messages.all(id)).toEqual([])
  })

  it('cannot be decided twice, and an unknown call is refused', async () => {
    const id = await newConversation()
    await send(id, `${echo('one')}\n${echo('two')}`)
    const [call] = await asked(id, 2)
    app.toolRounds.decide(call?.callId ?? '', 'refuse')
    for (const callId of [call?.callId ?? '', 'x']) {
      const failure = await Promise.resolve()
        .then(() => app.toolRounds.decide(callId, 'allow'))
        .then(() => undefined, failureOf)
      expect(failure).toEqual({ code: 'tool-call-not-found', facts: { callId } })
    }
  })

  it('of an unknown tool or with invalid arguments is an error without a question', async () => {
    const id = await newConversation()
    await send(id, 'call no-such-tool {}\ncall echo [1]')
    await eventually(() => expect(roles(id)).toHaveLength(4))
    for (const part of results(id)[0] ?? []) expect(part).toMatchObject({ isError: true })
    await idle()
  })

  it('keeps the conversation busy until it is stopped, and then shows no result', async () => {
    const id = await newConversation()
    await send(id, echo('one'))
    await asked(id)
    const failure = await send(id, 'and now?').then(() => undefined, failureOf)
    expect(failure?.code).toBe('conversation-busy')
    app.toolRounds.stop(id)
    expect(open(id)).toEqual([])
    expect(roles(id)).toEqual(['user', 'assistant'])
    await app.toolRounds.resume(id, path(id).at(-1)?.id ?? '')
    await asked(id)
  })

  it('gets an error as its result if the server ends meanwhile', async () => {
    const id = await newConversation()
    await send(id, 'call trigger-long-running-operation {"duration": 600, "steps": 2}')
    const [call] = await asked(id)
    app.toolRounds.decide(call?.callId ?? '', 'allow')
    await eventually(() => expect(open(id)[0]?.state).toBe('running'))
    await app.servers.stop('all')
    await eventually(() => expect(roles(id)).toHaveLength(4))
    expect(results(id)[0]).toMatchObject([
      { isError: true, text: expect.stringMatching(/^The server all (ended during the call|is not running)\.$/) },
    ])
  })

  it('is stored with its result in a private conversation only in memory', async () => {
    const id = await newConversation(true)
    await send(id, echo('one'))
    const [call] = await asked(id)
    app.toolRounds.decide(call?.callId ?? '', 'allow')
    await eventually(() => expect(roles(id)).toHaveLength(4))
    await idle()
    expect(app.store.database.get('SELECT 1 AS found FROM conversations WHERE id = ?', id)).toBeUndefined()
  })

  it('has its result stored if no model can answer it, and is answered later', async () => {
    const id = await newConversation()
    await send(id, echo('one'))
    const [call] = await asked(id)
    app.models.unload()
    app.toolRounds.decide(call?.callId ?? '', 'allow')
    await eventually(() => expect(roles(id)).toEqual(['user', 'assistant', 'tool']))
    await app.models.loadFirst()
    await app.toolRounds.resume(id, path(id).at(-1)?.id ?? '')
    await idle()
    expect(roles(id)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  it('has its result stored once, even if the engine is gone when the answer to it starts', async () => {
    const id = await newConversation()
    await send(id, echo('one'))
    const [call] = await asked(id)
    const start = app.turns.answerResults.bind(app.turns)
    vi.spyOn(app.turns, 'answerResults').mockImplementationOnce(async (...given) => {
      await start(...given)
      throw new Error('The port is closed')
    })
    app.toolRounds.decide(call?.callId ?? '', 'allow')
    await eventually(() => expect(roles(id)).toHaveLength(4))
    await idle()
    expect(app.store.messages.childrenOf(call?.answerId ?? '')).toBe(1)
  })

  it('is reported as an event if its result cannot be stored', async () => {
    const id = await newConversation()
    await send(id, echo('one'))
    const [call] = await asked(id)
    vi.spyOn(app.store.messages, 'addResults').mockImplementation(() => {
      throw coded('disk-full', { path: '/data' })
    })
    app.toolRounds.decide(call?.callId ?? '', 'allow')
    await eventually(() => expect(JSON.stringify(app.state.events.list)).toContain('disk-full'))
    expect(roles(id)).toEqual(['user', 'assistant'])
    expect(open(id)).toEqual([])
  })

  it('is text if no server is switched on', async () => {
    const { id } = app.store.conversations.create('')
    await send(id, echo('one'))
    await idle()
    expect(roles(id)).toEqual(['user', 'assistant'])
    const failure = await app.toolRounds.resume(id, path(id).at(-1)?.id ?? '').then(() => undefined, failureOf)
    expect(failure?.code).toBe('calls-not-possible')
  })
})

describe('the number of rounds', () => {
  it('is limited, and the user can continue', async () => {
    const id = await newConversation()
    await send(id, 'call get-sum {"a": 1, "b": 2}')
    const [call] = await asked(id)
    // The next answers call the tool again.
    const { messages } = app.store
    let at = call?.answerId ?? ''
    app.toolRounds.stop(id)
    const { text, parts = [], metrics } = messages.get(at)
    for (let round = 0; round < mostRounds; round++) {
      const { id: resultId } = messages.addResults(id, at, '3', [
        { type: 'tool-result', from: 0, to: 1, id: 'call-0', name: 'get-sum', isError: false },
      ])
      const answer = messages.addAnswer({ conversationId: id, parentId: resultId, turnId: `turn-${round}`, modelName: 'fake', text, parts })
      messages.seal(answer.id, 'complete', { metrics })
      at = answer.id
    }
    app.store.branches.show(id, at)
    app.answers.ended.emit(at)
    expect(open(id)).toEqual([])
    await app.toolRounds.resume(id, at)
    await asked(id)
  })
})

describe('a required call', () => {
  it('is required of the answer to a message, not of the answer to its result', async () => {
    const modelId = app.state.value.model.status === 'ready' ? app.state.value.model.file.id : ''
    const before = app.modelSettings.read(modelId)
    app.modelSettings.change(modelId, { sampling: { toolChoice: 'required' } })
    const id = await newConversation()
    await send(id, echo('one'))
    const [call] = await asked(id)
    app.toolRounds.decide(call?.callId ?? '', 'allow')
    await eventually(() => expect(roles(id)).toHaveLength(4))
    await idle()
    app.modelSettings.change(modelId, before)
    expect(seen.map(({ sampling }) => sampling?.toolChoice)).toEqual(['required', 'auto'])
  })
})

describe('a tool that is always allowed', () => {
  it('runs without a question, until the configuration of its server changes', async () => {
    const id = await newConversation()
    await send(id, `${echo('one')}\n${echo('two')}`)
    const [call] = await asked(id, 2)
    app.toolRounds.decide(call?.callId ?? '', 'always')
    await eventually(() => expect(roles(id)).toHaveLength(4))
    await idle()
    await send(id, echo('three'))
    await eventually(() => expect(roles(id)).toHaveLength(8))
    await idle()
    await app.servers.save(configTextOf({ all: { ...everything, env: { OTHER: '1' } } }))
    await send(id, echo('four'))
    await asked(id)
  })
})

describe('the tools of a conversation', () => {
  it('have a price that is known before they are switched on, and are frozen', async () => {
    const { id } = app.store.conversations.create('Be brief.')
    await send(id, 'hello')
    await idle()
    const price = await app.tools.preview({ conversationId: id, server: 'all', isOn: true })
    if (!('listTokens' in price)) throw new Error('Expected the price of a model on this machine')
    expect(price.listTokens).toBeGreaterThan(50)
    expect(price.processedTokens).toBeGreaterThan(price.listTokens)
    expect(price.promptTokens).toBeGreaterThanOrEqual(price.processedTokens)
    expect(price.contextTokens).toBe(app.state.value.model.status === 'ready' && app.state.value.model.context.contextTokens)
    expect(app.store.conversations.tools(id)).toEqual([])
    await app.tools.switch({ conversationId: id, server: 'all', isOn: true })
    await send(id, 'again')
    await idle()
    expect(path(id).at(-1)?.metrics?.reuse).toMatchObject({ cause: 'tools-changed' })
    const frozen = app.store.conversations.tools(id)
    await app.servers.remove('all')
    expect(app.store.conversations.tools(id)).toEqual(frozen)
    await app.servers.save(configTextOf({ all: everything }))
    await app.tools.switch({ conversationId: id, server: 'all', isOn: false })
    expect(app.store.conversations.tools(id)).toEqual([])
  })

  it('are not switched on if the server does not start', async () => {
    await app.servers.save(configTextOf({ broken: script('console.error("no license"); process.exit(3)') }))
    const { id } = app.store.conversations.create('')
    const failure = await app.tools.switch({ conversationId: id, server: 'broken', isOn: true }).then(() => undefined, failureOf)
    expect(failure).toEqual({ code: 'mcp-not-started', facts: { name: 'broken', reason: { kind: 'ended', quoted: 'no license' } } })
    expect(app.store.conversations.tools(id)).toEqual([])
    expect(app.servers.logOf('broken')).toBe('no license\n')
  })
})

describe('servers of other apps', () => {
  it('are found and imported, and a file that cannot be used is named', async () => {
    mkdirSync(join(home, '.cursor'))
    writeFileSync(join(home, '.cursor', 'mcp.json'), '{"mcpServers": {"clock": {"command": "clock"}}}')
    mkdirSync(join(home, '.config', 'Code', 'User'), { recursive: true })
    writeFileSync(join(home, '.config', 'Code', 'User', 'mcp.json'), '{')
    const { findConfigs, readConfig } = await import('../../mcp/found-configs')
    const found = await findConfigs(places)
    expect(found.map(({ app: of, names, failure }) => [of, names, failure?.code])).toEqual([
      ['cursor', ['clock'], undefined],
      ['vscode', [], 'mcp-config-invalid'],
    ])
    expect(await app.servers.save(await readConfig('cursor', places))).toEqual(['clock'])
    expect(app.servers.list().map(({ name }) => name)).toContain('clock')
  })
})
