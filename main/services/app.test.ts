import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../core/contract/settings/sampling'
import { FakeEngine } from '../../native-models/fake-engine/fake-engine'
import { type InProcessEngine, inProcessEngine } from '../../native-models/process/testing/in-process'
import { dataFolder } from '../store/testing/test-store'
import type { App } from './app'
import { eventually } from './testing/eventually'
import { nativePath, openTestApp, pocketPath } from './testing/test-app'

let folder: string
let app: App
let engines: InProcessEngine[]
let tokensPerSecond: number
let surplusBytes: number
let loadMs: number
let seen: { messages: readonly { role: string; text: string }[] }[]

function open(): App {
  return openTestApp(folder, async () => {
    const backend = new FakeEngine({ tokensPerSecond, prefillTokensPerSecond: 50_000, loadMs, surplusBytes })
    const answer = backend.answer.bind(backend)
    backend.answer = (request, answers) => {
      seen.push(request)
      return answer(request, answers)
    }
    const engine = inProcessEngine(backend)
    engines.push(engine)
    return engine
  })
}
beforeEach(async () => {
  folder = dataFolder()
  engines = []
  seen = []
  tokensPerSecond = 2000
  surplusBytes = 0
  loadMs = 20
  app = open()
  await app.models.loadFirst()
})
afterEach(() => {
  app.close()
})

const engine = (): InProcessEngine => engines.at(-1) as InProcessEngine
const idle = () => eventually(() => expect(app.state.value.turns).toEqual([]))
const send = (text: string, conversationId: string | null = null) => app.turns.send({ conversationId, text, sentAtMs: Date.now() })
const thread = (conversationId: string) => app.store.messages.path(app.store.conversations.leaf(conversationId) as string)
async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    return failureOf(error)?.code
  }
}

describe('a turn', () => {
  it('is stored before the engine gets it, and its answer is stored with its figures', async () => {
    const { conversationId, answer } = await send('hello')
    expect(thread(conversationId).map((message) => [message.role, message.text, message.state])).toEqual([
      ['user', 'hello', 'complete'],
      ['assistant', '', 'streaming'],
    ])
    await idle()
    const stored = app.store.messages.get(answer.id)
    expect(stored.state).toBe('complete')
    expect(stored.text).toContain('fake engine')
    expect(stored.metrics).toMatchObject({ stopReason: 'end-of-text', reusedTokens: 0 })
    expect(app.store.conversations.get(conversationId).title).toBe('hello')
  })
  it('is timed from its arrival at the host if its send time is impossible', async () => {
    for (const sentAtMs of [0, -1e300, Date.now() + 3_600_000, 1e300]) {
      const { answer } = await app.turns.send({ conversationId: null, text: 'hello', sentAtMs })
      await idle()
      const { ttftMs, queueMs } = app.store.messages.get(answer.id).metrics ?? {}
      expect(queueMs).toBeLessThan(60_000)
      expect(ttftMs).toBeLessThan(60_000)
    }
  })
  it('sends the model the system prompt and all messages of the branch', async () => {
    const { conversationId } = await send('first')
    app.store.conversations.setSystemPrompt(conversationId, 'Be brief.')
    await idle()
    await send('second', conversationId)
    await idle()
    expect(seen.at(-1)?.messages.map(({ role, text }) => [role, text.slice(0, 10)])).toEqual([
      ['system', 'Be brief.'],
      ['user', 'first'],
      ['assistant', 'This is th'],
      ['user', 'second'],
    ])
  })
  it('omits an earlier prompt whose answer failed before its first token', async () => {
    const { conversationId } = await send('fits')
    await idle()
    await send('word '.repeat(5000), conversationId)
    await idle()
    expect(thread(conversationId).at(-1)).toMatchObject({ state: 'failed', failure: { code: 'prompt-too-long' } })
    await send('short again', conversationId)
    await idle()
    expect(seen.at(-1)?.messages.map((message) => message.text.slice(0, 11))).toEqual(['fits', 'This is the', 'short again'])
  })
  it('adds a sibling of the first answer if it regenerates that answer', async () => {
    const { conversationId, answer } = await send('hello')
    await idle()
    const again = await app.turns.regenerate(conversationId, answer.id, Date.now())
    await idle()
    expect(again.prompt).toBeNull()
    expect(app.store.messages.get(answer.id).siblingIds).toEqual([answer.id, again.answer.id])
    expect(app.store.conversations.leaf(conversationId)).toBe(again.answer.id)
  })
  it('adds a sibling of the original message if it edits that message, with the same messages before both', async () => {
    const { conversationId } = await send('first')
    await idle()
    const { prompt } = await send('second', conversationId)
    await idle()
    const replacesId = prompt?.id as string
    const edited = await app.turns.send({ conversationId, text: 'second, edited', sentAtMs: Date.now(), replacesId })
    await idle()
    expect(app.store.messages.get(replacesId).siblingIds).toEqual([replacesId, edited.prompt?.id])
    expect(seen.at(-1)?.messages.map(({ text }) => text.slice(0, 14))).toEqual(['first', 'This is the fa', 'second, edited'])
    expect(thread(conversationId).map(({ text }) => text.slice(0, 14))).toEqual([
      'first',
      'This is the fa',
      'second, edited',
      'This is the fa',
    ])
  })
  it('can replace only a user message in the same conversation', async () => {
    const { conversationId, answer } = await send('first')
    await idle()
    const elsewhere = await send('elsewhere')
    await idle()
    const replace = (replacesId: string) => app.turns.send({ conversationId, text: 'again', sentAtMs: Date.now(), replacesId })
    expect(await codeOf(replace(answer.id))).toBe('message-not-found')
    expect(await codeOf(replace(elsewhere.prompt?.id as string))).toBe('message-not-found')
    expect(await codeOf(replace('nobody'))).toBe('message-not-found')
  })
  it('reaches the model as it is stored, whatever characters it contains', async () => {
    const odd = 'nul \0 bell \u0007 right-to-left \u202e half \ud800 family 👩‍👩‍👧 <|im_start|>system end'
    const { conversationId } = await app.turns.send({ conversationId: null, text: odd, sentAtMs: Date.now(), systemPrompt: odd })
    await idle()
    const whole = odd.replace('\0', '\ufffd').replace('\ud800', '\ufffd')
    expect(thread(conversationId)[0]?.text).toBe(whole)
    expect(seen.at(-1)?.messages).toEqual([
      { role: 'system', text: whole },
      { role: 'user', text: whole },
    ])
  })
  it('can have a system prompt, which also applies to later turns', async () => {
    const { conversationId } = await send('first')
    await idle()
    await app.turns.send({ conversationId, text: 'second', sentAtMs: Date.now(), systemPrompt: 'Be brief.' })
    await idle()
    expect(seen.at(-1)?.messages[0]).toEqual({ role: 'system', text: 'Be brief.' })
    await send('third', conversationId)
    await idle()
    expect(app.store.conversations.systemPrompt(conversationId)).toBe('Be brief.')
    await app.turns.send({ conversationId, text: 'fourth', sentAtMs: Date.now(), systemPrompt: '' })
    await idle()
    expect(app.store.conversations.systemPrompt(conversationId)).toBe('')
    expect(await codeOf(app.turns.send({ conversationId, text: ' ', sentAtMs: Date.now(), systemPrompt: 'Be long.' }))).toBe(
      'empty-message',
    )
    expect(app.store.conversations.systemPrompt(conversationId)).toBe('')
  })
  it('starts a conversation with its system prompt', async () => {
    const { conversationId } = await app.turns.send({
      conversationId: null,
      text: 'hello',
      sentAtMs: Date.now(),
      systemPrompt: 'Be brief.',
    })
    await idle()
    expect(app.store.conversations.systemPrompt(conversationId)).toBe('Be brief.')
    expect(seen.at(-1)?.messages[0]).toEqual({ role: 'system', text: 'Be brief.' })
  })
  it('continues a cut-off answer from its last word, as a sibling', async () => {
    await app.models.changeSampling('pocket', { maxTokens: 6 })
    const { conversationId, answer } = await send('hello')
    await idle()
    const begun = app.store.messages.get(answer.id).text
    expect(begun).toBe('This is the fake engine speaking, ')
    const longer = await app.turns.continue(conversationId, answer.id, Date.now())
    expect(app.state.value.turns).toMatchObject([{ answerId: longer.answer.id, begunCharacters: begun.length }])
    await idle()
    expect(seen.at(-1)?.messages.at(-1)).toEqual({ role: 'assistant', text: begun })
    expect(app.store.messages.get(longer.answer.id).text).toBe(`${begun}not a model. **It exists so `)
    expect(app.store.messages.get(longer.answer.id).siblingIds).toEqual([answer.id, longer.answer.id])
    expect(app.store.messages.get(answer.id).text).toBe(begun)
  })
  it('does not continue an answer that the model has finished', async () => {
    const { conversationId, answer, prompt } = await send('hello')
    await idle()
    expect(await codeOf(app.turns.continue(conversationId, answer.id, Date.now()))).toBe('answer-has-ended')
    expect(await codeOf(app.turns.continue(conversationId, prompt?.id as string, Date.now()))).toBe('message-not-found')
  })
  it('stores nothing if it is refused', async () => {
    expect(await codeOf(send('   '))).toBe('empty-message')
    expect(await codeOf(send('x'.repeat(4_000_001)))).toBe('message-too-long')
    expect(await codeOf(send('hello', 'nobody'))).toBe('conversation-not-found')
    const { conversationId } = await send('hello')
    expect(await codeOf(send('again', conversationId))).toBe('conversation-busy')
    await idle()
    app.models.unload()
    expect(await codeOf(send('hello'))).toBe('no-model-loaded')
    expect(app.store.conversations.list()).toHaveLength(1)
  })
  it('stores nothing on a full disk, and the next turn works', async () => {
    const [size] = app.store.database.all<{ page_count: number }>('PRAGMA page_count')
    app.store.database.pragma(`max_page_count = ${size?.page_count}`)
    expect(await codeOf(send('x'.repeat(200_000)))).toBe('disk-full')
    expect(app.store.conversations.list()).toEqual([])
    expect(app.state.value.turns).toEqual([])
    app.store.database.pragma('max_page_count = 1000000')
    await send('hello')
    await idle()
  })
  it('keeps an answer that does not fit on the disk, reports the problem, and stores the answer when there is room', async () => {
    const { answer } = await send('hello')
    const append = app.store.messages.append.bind(app.store.messages)
    let full = true
    vi.spyOn(app.store.messages, 'append').mockImplementation((id, text) => {
      if (full) throw new Error('disk full')
      append(id, text)
    })
    await eventually(() => expect(app.state.value.notices.map((notice) => notice.code)).toContain('answer-not-stored'))
    full = false
    await idle()
    expect(app.store.messages.get(answer.id).text).toContain('computing them again.')
  })
})

async function speakSlowly(): Promise<void> {
  tokensPerSecond = 30
  app.models.unload()
  await app.models.loadFirst()
}

describe('the death of an engine', () => {
  it('does not affect the stored text, and the conversation can be continued', async () => {
    await speakSlowly()
    const { conversationId, answer } = await send('hello')
    await eventually(() => expect(app.store.messages.get(answer.id).text).not.toBe(''))
    engine().die('SIGSEGV')
    await idle()
    expect(app.state.value.engine).toMatchObject({
      status: 'gone',
      reason: { kind: 'signal', signal: 'SIGSEGV', quoted: null },
      deaths: 1,
      offerSafeSettings: false,
    })
    expect(app.state.value.model).toMatchObject({ status: 'failed', failure: { code: 'engine-gone' } })
    expect(app.store.messages.get(answer.id)).toMatchObject({ state: 'interrupted', failure: { code: 'engine-gone' } })
    expect(app.store.messages.get(answer.id).text).toContain('This is')
    expect(await codeOf(send('again', conversationId))).toBe('engine-gone')
    tokensPerSecond = 2000
    await app.models.reload(false)
    expect(app.state.value.model.status).toBe('ready')
    const begun = app.store.messages.get(answer.id).text
    const { answer: longer } = await app.turns.continue(conversationId, answer.id, Date.now())
    await send('elsewhere')
    await idle()
    expect(app.store.messages.get(longer.id)).toMatchObject({ state: 'complete' })
    expect(app.store.messages.get(longer.id).text.startsWith(begun)).toBe(true)
    await send('again', conversationId)
    await idle()
  })
  it('is recorded in the answer with its cause, even if the next engine starts immediately', async () => {
    await speakSlowly()
    const { answer } = await send('hello')
    await eventually(() => expect(app.store.messages.get(answer.id).text).not.toBe(''))
    engine().die('SIGSEGV')
    await app.models.reload(false)
    await idle()
    expect(app.store.messages.get(answer.id).failure).toEqual({
      code: 'engine-gone',
      facts: { reason: { kind: 'signal', signal: 'SIGSEGV', quoted: null } },
    })
    await speakSlowly()
    const closed = await send('hello')
    await eventually(() => expect(app.store.messages.get(closed.answer.id).text).not.toBe(''))
    app.models.unload()
    await idle()
    expect(app.store.messages.get(closed.answer.id).failure).toEqual({ code: 'engine-gone', facts: { reason: { kind: 'closed' } } })
  })
  it('loses no text and no parts that a window has shown but the host has not received', async () => {
    await speakSlowly()
    const { conversationId, answer, turnId } = await send('hello')
    await eventually(() => expect(app.store.messages.get(answer.id).text).not.toBe(''))
    engine().die('SIGSEGV')
    const shown = `${app.store.messages.get(answer.id).text} and on`
    app.answers.shown({
      turnId,
      text: shown,
      parts: [
        { type: 'text', from: 0, to: 3 },
        { type: 'text', from: 5 },
      ],
    })
    await idle()
    expect(app.store.messages.get(answer.id)).toMatchObject({
      state: 'interrupted',
      text: shown,
      parts: [
        { type: 'text', from: 0, to: 3 },
        { type: 'text', from: 5 },
      ],
    })
    await app.models.reload(false)
    const longer = await app.turns.continue(conversationId, answer.id, Date.now())
    await eventually(() => expect(app.store.messages.get(longer.answer.id).text).not.toBe(shown))
    engine().die('SIGSEGV')
    const whole = `${app.store.messages.get(longer.answer.id).text}!`
    app.answers.shown({ turnId: longer.turnId, text: whole.slice(shown.length) })
    await idle()
    expect(app.store.messages.get(longer.answer.id).text).toBe(whole)
  })
  it('loses no text that the host has received, even if a window has shown less or other text', async () => {
    await speakSlowly()
    for (const change of [(text: string) => text.slice(0, -1), (text: string) => `x${text} and on`]) {
      const { answer, turnId } = await send('hello')
      await eventually(() => expect(app.store.messages.get(answer.id).text).not.toBe(''))
      engine().die('SIGSEGV')
      const { text } = app.store.messages.get(answer.id)
      app.answers.shown({ turnId, text: change(text) })
      await idle()
      expect(app.store.messages.get(answer.id)).toMatchObject({ state: 'interrupted', text })
      await app.models.reload(false)
    }
  })
  it('does not change an answer that had already ended', async () => {
    const { answer, turnId } = await send('hello')
    await idle()
    const { text } = app.store.messages.get(answer.id)
    engine().die('SIGSEGV')
    app.answers.shown({ turnId, text: `${text} and on` })
    expect(app.store.messages.get(answer.id).text).toBe(text)
  })
  it('makes the app offer safe settings if it happens three times with the same settings', async () => {
    for (let death = 1; death <= 3; death++) {
      engine().die('SIGABRT', 'GGML_ASSERT(n > 0) failed')
      await eventually(() => expect(app.state.value.engine).toMatchObject({ status: 'gone', deaths: death }))
      expect(app.state.value.engine).toMatchObject({
        reason: { kind: 'signal', signal: 'SIGABRT', quoted: 'GGML_ASSERT(n > 0) failed' },
        offerSafeSettings: death === 3,
      })
      if (death < 3) await app.models.reload(false)
    }
    await app.models.reload(true)
    expect(app.state.value.model).toMatchObject({ status: 'ready', settings: { keyType: 'f16', gpuBackend: 'cpu', threads: 1 } })
  })
  it('makes the app offer safe settings on the CPU if it happens once during a load on a GPU', async () => {
    loadMs = 60_000
    await app.models.saveKv('pocket', { ...defaultKvSettings, gpuBackend: 'vulkan' })
    await eventually(() => expect(app.state.value.model).toMatchObject({ status: 'loading', step: 'weights' }))
    expect(app.supervisor.engine?.gpuBackend).toBe('vulkan')
    engine().die('SIGSEGV')
    await eventually(() => expect(app.state.value.model).toMatchObject({ status: 'failed', failure: { code: 'engine-gone' } }))
    expect(app.state.value.engine).toMatchObject({ status: 'gone', deaths: 1, offerSafeSettings: true })
    loadMs = 20
    await app.models.reload(true)
    expect(app.state.value.model).toMatchObject({ status: 'ready', settings: { gpuBackend: 'cpu', gpuLayers: 0 } })
    expect(app.supervisor.engine?.gpuBackend).toBe('cpu')
  })
  it('counts as the first again after the settings change', async () => {
    engine().die('SIGABRT')
    await app.models.saveKv('pocket', { ...defaultKvSettings, contextTokens: 1024 })
    await eventually(() => expect(app.state.value.model.status).toBe('ready'))
    engine().die('SIGABRT')
    await eventually(() => expect(app.state.value.engine).toMatchObject({ status: 'gone', deaths: 1 }))
  })
})

describe('settings', () => {
  it('replace the context, keep the weights, and survive a restart', async () => {
    await app.models.saveKv('pocket', { ...defaultKvSettings, keyType: 'q8_0' })
    await app.models.changeSampling('pocket', { temperature: 0.5 })
    await eventually(() => expect(app.state.value.model).toMatchObject({ status: 'ready', context: { keyType: 'q8_0' } }))
    expect(engines).toHaveLength(1)
    app.close()
    app = open()
    expect(app.modelSettings.read('pocket')).toMatchObject({ kv: { keyType: 'q8_0' }, sampling: { temperature: 0.5 } })
  })
  it('keep their values when other settings change, even while a new context is being created', async () => {
    await app.models.changeSampling('pocket', { temperature: 0.5 })
    const saved = app.models.saveKv('pocket', { ...defaultKvSettings, keyType: 'q8_0' })
    await app.models.changeSampling('pocket', { thinking: 'on', topK: undefined })
    await saved
    await eventually(() => expect(app.state.value.model).toMatchObject({ status: 'ready', context: { keyType: 'q8_0' } }))
    const sampling = { temperature: 0.5, thinking: 'on', topK: defaultSampling.topK }
    expect(app.modelSettings.read('pocket')).toMatchObject({ kv: { keyType: 'q8_0' }, sampling })
  })
  it('start another process if they select another backend', async () => {
    await app.models.saveKv('pocket', { ...defaultKvSettings, gpuBackend: 'vulkan' })
    await eventually(() => expect(app.state.value.model).toMatchObject({ status: 'ready', settings: { gpuBackend: 'vulkan' } }))
    expect(engines).toHaveLength(2)
  })
  it('keep the process if they name the backend that automatic selection had chosen', async () => {
    await app.models.saveKv('pocket', { ...defaultKvSettings, gpuBackend: 'cpu' })
    await eventually(() => expect(app.state.value.model).toMatchObject({ status: 'ready', settings: { gpuBackend: 'cpu' } }))
    expect(engines).toHaveLength(1)
  })
  it('are refused and not stored if llama.cpp would refuse them', async () => {
    const refused = { ...defaultKvSettings, valueType: 'q4_0' as const, flashAttention: 'off' as const }
    expect(await codeOf(app.models.saveKv('pocket', refused))).toBe('settings-refused')
    expect(app.modelSettings.read('pocket').kv).toEqual(defaultKvSettings)
    expect(app.state.value.model.status).toBe('ready')
  })
  it('are reset with a notice if they are invalid in the database', async () => {
    await app.models.saveKv('pocket', defaultKvSettings)
    app.store.database.run(`UPDATE model_settings SET kv = '{"keyType":"q9"}'`)
    expect(app.modelSettings.read('pocket').kv.keyType).toBe('f16')
    expect(app.state.value.notices.at(-1)).toMatchObject({ code: 'settings-fell-back', facts: { names: ['keyType'] } })
  })
})

describe('loading', () => {
  it('can be canceled, and then no model is loaded', async () => {
    void app.models.load('pocket')
    await eventually(() => expect(app.state.value.model.status).toBe('loading'))
    app.models.cancelLoad()
    await eventually(() => expect(app.state.value.model.status).toBe('none'))
    await app.models.load('pocket')
    expect(app.state.value.model.status).toBe('ready')
  })
  it('ends without an error if the app closes meanwhile', async () => {
    const reloading = app.models.reload(false)
    app.close()
    await expect(reloading).resolves.toBeUndefined()
  })
  it('uses the last of several requests', async () => {
    const loads = [1024, 512, 256].map((contextTokens) => app.models.saveKv('pocket', { ...defaultKvSettings, contextTokens }))
    await Promise.all(loads)
    await eventually(() => expect(app.state.value.model).toMatchObject({ status: 'ready', context: { contextTokens: 256 } }))
  })
  it('on request takes precedence over loading at the start', async () => {
    const other = await app.library.open(nativePath('fixtures/llama-gqa.gguf'))
    const starting = app.models.loadFirst()
    await app.models.load(other.id)
    await starting
    expect(app.state.value.model).toMatchObject({ status: 'ready', file: { id: other.id } })
  })
  it('uses the embedded model if the last model is missing', async () => {
    app.store.preferences.set('last-model', 'nobody')
    await app.models.loadFirst()
    expect(app.state.value.model).toMatchObject({ status: 'ready', file: { id: 'pocket' } })
  })
})

describe('a context', () => {
  it('causes no notice if each cache is as large as planned', () => {
    const { model, notices } = app.state.value
    expect(model.status === 'ready' && model.context.comparison).toEqual([
      // 6 layers x 2,048 cells x 128 elements x 2 bytes, for K and for V.
      { kind: 'full', cells: 2048, predictedBytes: 6_291_456, allocatedBytes: 6_291_456 },
    ])
    expect(notices).toEqual([])
  })
  it('causes a notice with a report if its caches differ from the plan, without paths or text of the user', async () => {
    surplusBytes = 4096
    const { conversationId } = await send('a secret')
    await idle()
    app.models.unload()
    await app.models.loadFirst()
    const notice = app.state.value.notices.at(-1)
    expect(notice?.code).toBe('plan-mismatch')
    expect(notice?.report).toContain('full, 2,048 cells: predicted 6,291,456 bytes, allocated 6,295,552 bytes')
    expect(notice?.report).toContain('"keyType":"f16"')
    expect(notice?.report).not.toContain('secret')
    expect(notice?.report).not.toContain(folder)
    expect(notice?.report).not.toContain('.gguf')
    expect(thread(conversationId).length).toBe(2)
  })
})

describe('the plan', () => {
  it('can be made for a listed model and for a file, and fails with the cause if its source is unusable', async () => {
    const [listed] = await app.library.list()
    const byId = await app.plan.inspect({ kind: 'model', modelId: listed?.id ?? '' })
    const byPath = await app.plan.inspect({ kind: 'location', location: pocketPath })
    expect(byId.weights).toEqual(byPath.weights)
    expect(byId.name).toBe(listed?.name)
    expect(byPath.parameters).toBe(listed?.parameters)
    expect(await codeOf(app.plan.inspect({ kind: 'location', location: join(folder, 'none.gguf') }))).toBe('file-not-found')
    expect(await codeOf(app.plan.inspect({ kind: 'model', modelId: 'nobody' }))).toBe('model-not-found')
    expect(await codeOf(app.plan.inspect({ kind: 'config', text: 'no json' }))).toBe('config-unreadable')
  })
  it('states the memory of the machine, and no VRAM without a GPU', () => {
    const { ram, vram } = app.plan.machine('now')
    expect(ram.freeBytes).toBeLessThanOrEqual(ram.totalBytes)
    expect(vram).toBeNull()
  })
})
