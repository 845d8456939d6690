import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { type InProcessEngine, inProcessEngine } from '../../../native-models/process/testing/in-process'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

let folder: string
let app: App
let engine: InProcessEngine
let tokensPerSecond: number

function open(): App {
  return openTestApp(folder, async () => {
    engine = inProcessEngine(new FakeEngine({ tokensPerSecond, prefillTokensPerSecond: 50_000, loadMs: 5 }))
    return engine
  })
}
beforeEach(async () => {
  folder = dataFolder()
  tokensPerSecond = 200
  app = open()
  await app.models.loadFirst()
})
afterEach(() => {
  app.close()
})

async function writeAt(rate: number): Promise<void> {
  app.close()
  tokensPerSecond = rate
  app = open()
  await app.models.loadFirst()
}
const model = () => {
  const { model: now } = app.state.value
  if (now.status !== 'ready') throw new Error('Expected a model')
  return now
}
async function withSequences(sequences: number, temperature = 0.8): Promise<void> {
  await app.models.changeSampling(model().file.id, { temperature })
  await app.models.saveKv(model().file.id, { ...defaultKvSettings, sequences })
  await eventually(() => expect(model().context.sequences).toBe(sequences))
}
const ask = (answers: number) => app.turns.send({ conversationId: null, text: 'hello', sentAtMs: Date.now(), answers })
const idle = () => eventually(() => expect(app.state.value.turns).toEqual([]))
const messagesOf = (conversationId: string) => app.store.messages.all(conversationId)
const refusalOf = (work: Promise<unknown>) => work.then(() => undefined, failureOf)

describe('several answers to one prompt', () => {
  it('are stored together before the engine gets them, each with its own turn, and end with their own figures', async () => {
    await withSequences(3)
    const { conversationId, answer, answers } = await ask(3)
    expect(messagesOf(conversationId).map(({ role, state }) => [role, state])).toEqual([
      ['user', 'complete'],
      ['assistant', 'streaming'],
      ['assistant', 'streaming'],
      ['assistant', 'streaming'],
    ])
    expect(answers[0]).toBe(answer)
    expect(app.store.conversations.leaf(conversationId)).toBe(answer.id)
    expect(new Set(answers.map(({ turnId }) => turnId)).size).toBe(3)
    expect(app.state.value.turns.map(({ answerId }) => answerId)).toEqual(answers.map(({ id }) => id))
    await idle()
    const stored = app.store.messages.setOf(app.store.messages.get(answer.id))
    expect(stored.map(({ id }) => id)).toEqual(answers.map(({ id }) => id))
    for (const { state, metrics, siblingIds } of stored) {
      expect(state).toBe('complete')
      expect(metrics?.shared?.answers).toBe(3)
      expect(siblingIds).toHaveLength(3)
    }
  })
  it('remain stored when the conversation continues with one of them', async () => {
    await withSequences(2)
    const { conversationId, answers } = await ask(2)
    await idle()
    const [, second] = answers
    app.store.branches.show(conversationId, second?.id ?? '')
    await app.turns.send({ conversationId, text: 'more', sentAtMs: Date.now() })
    const path = app.store.messages.path(app.store.conversations.leaf(conversationId) ?? '')
    expect(path.map(({ id }) => id)).toContain(second?.id)
    expect(app.store.messages.setOf(second as NonNullable<typeof second>)).toHaveLength(2)
    await idle()
  })
  it('can be stopped one by one', async () => {
    await withSequences(2)
    const { answers } = await ask(2)
    app.turns.stop(answers[1]?.turnId ?? '')
    await idle()
    expect(answers.map(({ id }) => app.store.messages.get(id).state)).toEqual(['complete', 'stopped'])
  })
  it('keep the text that they have if the engine dies while it writes them', async () => {
    await writeAt(30)
    await withSequences(2)
    const { answers } = await ask(2)
    const texts = () => answers.map(({ id }) => app.store.messages.get(id).text)
    await eventually(() => expect(texts()).not.toContain(''))
    engine.die('SIGABRT')
    await idle()
    for (const { id } of answers) {
      const { state, text } = app.store.messages.get(id)
      expect(state).toBe('interrupted')
      expect(text).not.toBe('')
    }
  })
})

describe('a request for several answers', () => {
  it('is refused with both numbers if it exceeds the number of sequences, and nothing is stored', async () => {
    expect(await refusalOf(ask(3))).toEqual({
      code: 'answers-refused',
      facts: { reason: 'too-few-sequences', answers: 3, sequences: 1 },
    })
    expect(app.store.conversations.list()).toEqual([])
  })
  it('is refused if all answers would be the same', async () => {
    await withSequences(3, 0)
    expect(await refusalOf(ask(3))).toMatchObject({ facts: { reason: 'all-would-be-equal' } })
  })
  it('keeps the conversation busy until the last answer ends', async () => {
    await writeAt(5)
    await withSequences(2)
    const { conversationId, answers } = await ask(2)
    app.turns.stop(answers[0]?.turnId ?? '')
    await eventually(() => expect(app.state.value.turns).toHaveLength(1))
    const second = app.turns.send({ conversationId, text: 'more', sentAtMs: Date.now() })
    expect((await refusalOf(second))?.code).toBe('conversation-busy')
    app.turns.stop(answers[1]?.turnId ?? '')
    await idle()
  })
})
