import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { codeOf, dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

let app: App
beforeEach(async () => {
  app = openTestApp(dataFolder(), async () =>
    inProcessEngine(new FakeEngine({ tokensPerSecond: 200, prefillTokensPerSecond: 50_000, loadMs: 5 })),
  )
  await app.models.loadFirst()
})
afterEach(() => {
  app.close()
})

const send = (text: string, conversationId: string | null = null) => app.turns.send({ conversationId, text, sentAtMs: Date.now() })
const idle = () => eventually(() => expect(app.state.value.turns).toEqual([]))

describe('deleting a message and everything after it', () => {
  it('is refused for an id of another conversation, an id that is gone, and while an answer is written', async () => {
    const { conversationId, prompt } = await send('hello')
    const promptId = prompt?.id ?? ''
    const other = app.conversations.create().id
    expect(codeOf(() => app.conversations.removeFrom(other, promptId))).toBe('message-not-found')
    expect(codeOf(() => app.conversations.removeFrom(conversationId, promptId))).toBe('conversation-busy')
    expect(app.store.messages.all(conversationId)).toHaveLength(2)
    await idle()
    app.conversations.removeFrom(conversationId, promptId)
    expect(codeOf(() => app.conversations.removeFrom(conversationId, promptId))).toBe('message-not-found')
  })
  it('ends the open calls of the conversation, unless it is refused', async () => {
    const stop = vi.spyOn(app.toolRounds, 'stop')
    const { conversationId, prompt } = await send('hello')
    const promptId = prompt?.id ?? ''
    expect(codeOf(() => app.conversations.removeFrom(conversationId, promptId))).toBe('conversation-busy')
    await idle()
    expect(codeOf(() => app.conversations.removeFrom(app.conversations.create().id, promptId))).toBe('message-not-found')
    expect(stop).not.toHaveBeenCalled()
    app.conversations.removeFrom(conversationId, promptId)
    expect(stop).toHaveBeenCalledWith(conversationId)
  })
  it('of all messages leaves an empty conversation, which its next message names', async () => {
    const { conversationId, prompt } = await send('hello')
    await idle()
    expect(app.conversations.removeFrom(conversationId, prompt?.id ?? '')).toMatchObject({
      conversation: { title: 'New conversation', messages: 0 },
      messages: [],
    })
    await send('again', conversationId)
    await idle()
    expect(app.conversations.list()).toMatchObject([{ id: conversationId, title: 'again', messages: 2 }])
  })
  it('removes a title that the message gave, even in a copy, and the first message that is left gives another', async () => {
    const { conversationId, prompt } = await send('the secret')
    await idle()
    await app.turns.send({ conversationId, replacesId: prompt?.id, text: 'hello', sentAtMs: Date.now() })
    await idle()
    const copy = app.conversations.copy({ conversationId, title: 'the secret (copy)' })
    const [original] = app.store.messages.all(copy.id)
    for (const [id, messageId] of [
      [conversationId, prompt?.id ?? ''],
      [copy.id, original?.id ?? ''],
    ] as const)
      expect(app.conversations.removeFrom(id, messageId).conversation.title).toBe('hello')
  })
  it('keeps a title that the user gave', async () => {
    const { conversationId, prompt } = await send('hello')
    await idle()
    app.conversations.rename(conversationId, 'Mine')
    expect(app.conversations.removeFrom(conversationId, prompt?.id ?? '').conversation.title).toBe('Mine')
  })
  it('leaves a question without an answer, and the next message asks both', async () => {
    const { conversationId, answer } = await send('hello')
    await idle()
    expect(app.conversations.removeFrom(conversationId, answer.id).messages).toMatchObject([{ role: 'user', text: 'hello' }])
    await send('are you there?', conversationId)
    await idle()
    expect(app.conversations.read(conversationId).messages.map(({ role }) => role)).toEqual(['user', 'user', 'assistant'])
  })
})
