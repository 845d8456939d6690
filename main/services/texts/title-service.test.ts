import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { Emitter } from '../../../core/streams/emitter'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp, pocketPath } from '../testing/test-app'

let app: App
let asked: PromptMessage[][]
let written: string[]
/** Holds a title until the test emits. */
let go: Emitter | undefined

beforeEach(async () => {
  asked = []
  written = []
  go = undefined
  const folder = dataFolder()
  app = openTestApp(folder, async () => {
    const backend = new FakeEngine({ tokensPerSecond: 5000, prefillTokensPerSecond: 500_000, loadMs: 1, shortText: '**Pears in winter.**' })
    const writeShort = backend.writeShort.bind(backend)
    backend.writeShort = async (messages, signal) => {
      asked.push([...messages])
      if (go) await new Promise<void>((resolve) => go?.listen(resolve))
      const text = await writeShort(messages, signal)
      written.push(text.end)
      return text
    }
    return inProcessEngine(backend)
  })
  const path = join(folder, 'copy.gguf')
  copyFileSync(pocketPath, path)
  await app.models.load((await app.library.open(path)).id)
})
afterEach(() => app.close())

const idle = () => eventually(() => expect(app.state.value.turns).toEqual([]))
const send = (text: string, conversationId: string | null = null, isPrivate = false) =>
  app.turns.send({ conversationId, text, sentAtMs: Date.now(), isPrivate })
const titleOf = (id: string) => app.store.conversations.get(id).title
const isWritten = (count: number) => eventually(() => expect(written).toHaveLength(count))

it.each([false, true])('is written after the first answer, and the conversation keeps its place (private: %s)', async (isPrivate) => {
  const { conversationId } = await send('What about pears?', null, isPrivate)
  const { changedAt } = app.store.conversations.get(conversationId)
  await eventually(() => expect(titleOf(conversationId)).toBe('Pears in winter'))
  expect(app.store.conversations.get(conversationId).changedAt).toBe(changedAt)
  expect(asked[0]?.[0]?.text).toMatch(/User: What about pears\?\n\nAssistant: This is the fake engine/)
  await send('And plums?', conversationId)
  await idle()
  expect(asked).toHaveLength(1)
})

it('is not written if the user renamed or deleted the conversation meanwhile', async () => {
  go = new Emitter()
  const { conversationId } = await send('What about pears?')
  await eventually(() => expect(asked).toHaveLength(1))
  app.conversations.rename(conversationId, 'Mine')
  go.emit()
  await isWritten(1)
  const other = await send('What about plums?')
  await eventually(() => expect(asked).toHaveLength(2))
  app.conversations.remove([other.conversationId])
  go.emit()
  await isWritten(2)
  app.conversations.restore([other.conversationId])
  expect([titleOf(conversationId), titleOf(other.conversationId)]).toEqual(['Mine', 'What about plums?'])
})

it('goes with the answer that it is about, and with its question', async () => {
  const { conversationId, answer } = await send('What about pears?')
  await eventually(() => expect(titleOf(conversationId)).toBe('Pears in winter'))
  app.conversations.removeFrom(conversationId, answer.id)
  expect(titleOf(conversationId)).toBe('What about pears?')
  const other = await send('What about plums?')
  await eventually(() => expect(titleOf(other.conversationId)).toBe('Pears in winter'))
  app.conversations.removeFrom(other.conversationId, other.prompt?.id ?? '')
  expect(titleOf(other.conversationId)).toBe('New conversation')
})

it('is not stored if the answer was deleted while it was written', async () => {
  go = new Emitter()
  const { conversationId, answer } = await send('What about pears?')
  await eventually(() => expect(asked).toHaveLength(1))
  app.conversations.removeFrom(conversationId, answer.id)
  go.emit()
  await isWritten(1)
  await idle()
  expect(titleOf(conversationId)).toBe('What about pears?')
})

it('is interrupted by a turn, and written later', async () => {
  go = new Emitter()
  const first = await send('What about pears?')
  await eventually(() => expect(asked).toHaveLength(1))
  await send('And plums?', first.conversationId)
  go.emit()
  go = undefined
  await eventually(() => expect(titleOf(first.conversationId)).toBe('Pears in winter'))
  expect(asked).toHaveLength(2)
})

it('is not written by the included model, nor if the preference is off', async () => {
  app.preferences.write({ titles: false })
  await send('What about pears?')
  await idle()
  app.preferences.write({ titles: true })
  await app.models.load('pocket')
  await send('What about plums?')
  await idle()
  expect(asked).toEqual([])
})
