import { describe, expect, it } from 'vitest'
import { defaultOverflow } from '../../../core/contract/settings/overflow-defaults'
import { measureTurn } from '../../../core/stats/turn-timeline'
import type { Store } from '../store'
import { dataFolder, openTestStore } from '../testing/test-store'
import { copyConversation } from './copy-conversation'

const textsOf = (store: Store, id: string): string[] => store.messages.path(store.conversations.leaf(id) ?? '').map(({ text }) => text)

const moments = { sent: 0, started: 1, tokenized: 2, prefilled: 3, firstToken: 4, finished: 6 }
const counts = { promptTokens: 9, reusedTokens: 4, outputTokens: 2, usedCells: 11, totalCells: 256, seed: 1, threads: 1 }
const metrics = measureTurn(moments, counts, [2], 'end-of-text')

/** A question with two answers. The second is shown, and has a question and an answer that failed. */
function conversationIn(store: Store, isPrivate = false) {
  const { id } = store.conversations.create('Be brief.', isPrivate)
  const answer = (parentId: string, text: string, state: 'complete' | 'failed' = 'complete') => {
    const { id: answerId } = store.messages.addAnswer({ conversationId: id, parentId, turnId: text, modelName: 'Pocket', text })
    store.messages.seal(answerId, state, {})
    return answerId
  }
  const hello = store.messages.addPrompt(id, null, 'Hello')
  store.conversations.touched(id, 'model', { title: 'Hello', messageId: hello.id })
  answer(hello.id, 'First')
  const second = answer(hello.id, 'Second')
  const more = store.messages.addPrompt(id, second, 'More')
  store.messages.pin(more.id, true)
  store.branches.show(id, answer(more.id, '', 'failed'))
  store.conversations.setOverflow(id, { ...defaultOverflow, policy: 'drop-oldest' })
  return { id, second }
}

describe('a copy of a conversation', () => {
  it('has all branches, the system prompt and the settings, and is still there after a restart', () => {
    const folder = dataFolder()
    const store = openTestStore(folder)
    const { id } = conversationIn(store)
    const copy = copyConversation(store, { conversationId: id, title: 'Hello (copy)' })
    expect(store.messages.all(id)).toHaveLength(5)
    store.close()
    const again = openTestStore(folder)
    expect(again.conversations.get(copy)).toMatchObject({ title: 'Hello (copy)', modelId: 'model', messages: 4, isPrivate: false })
    expect(again.conversations.systemPrompt(copy)).toBe('Be brief.')
    expect(again.conversations.overflow(copy).policy).toBe('drop-oldest')
    expect(textsOf(again, copy)).toEqual(['Hello', 'Second', 'More'])
    const [, answer, more] = again.messages.path(again.conversations.leaf(copy) ?? '')
    expect(answer?.siblingIds).toHaveLength(2)
    expect(more?.pinned).toBe(true)
  })
  it('keeps why an answer ended, so that its calls can still run, and its figures', () => {
    const store = openTestStore(dataFolder())
    const { id } = store.conversations.create('')
    const hello = store.messages.addPrompt(id, null, 'Hello')
    const failure = { code: 'engine-gone', facts: { reason: { kind: 'closed' } } } as const
    const add = (turnId: string) =>
      store.messages.addAnswer({ conversationId: id, parentId: hello.id, turnId, modelName: 'Pocket', text: turnId })
    store.messages.seal(add('whole').id, 'complete', { metrics })
    store.messages.seal(add('cut off').id, 'failed', { failure })
    const streaming = add('still written')
    store.branches.show(id, streaming.id)
    const copies = store.messages.all(copyConversation(store, { conversationId: id, title: 'Copy' }))
    expect(copies.slice(1)).toMatchObject([
      { text: 'whole', state: 'complete', metrics, failure: null },
      { text: 'cut off', state: 'failed', metrics: null, failure },
      { text: 'still written', state: 'stopped' },
    ])
    store.messages.seal(streaming.id, 'stopped', {})
  })
  it('ends with the message that it was asked for', () => {
    const store = openTestStore(dataFolder())
    const { id, second } = conversationIn(store)
    const copy = copyConversation(store, { conversationId: id, title: 'Hello (copy)', messageId: second })
    expect(textsOf(store, copy)).toEqual(['Hello', 'Second'])
    expect(store.conversations.get(copy).messages).toBe(2)
  })
  it('has its own images, and keeps them if the original is deleted', () => {
    const store = openTestStore(dataFolder())
    const { id } = store.conversations.create('')
    const image = {
      type: 'image',
      from: 0,
      to: 0,
      id: 'red',
      width: 1,
      height: 1,
      name: 'red.png',
      mediaType: 'image/png',
      sizeBytes: 3,
    } as const
    store.images.add(id, 'red', { mediaType: 'image/png', base64: 'AAAA' })
    store.branches.show(id, store.messages.addPrompt(id, null, '', [image]).id)
    const copy = copyConversation(store, { conversationId: id, title: 'Red' })
    store.conversations.remove(id)
    store.bin.removeForGood(id)
    expect(store.images.read(copy, 'red')).toEqual({ mediaType: 'image/png', base64: 'AAAA' })
  })
  it('of a private conversation is private', () => {
    const folder = dataFolder()
    const store = openTestStore(folder)
    const { id } = conversationIn(store, true)
    const copy = copyConversation(store, { conversationId: id, title: 'Hello (copy)' })
    expect(store.conversations.get(copy).isPrivate).toBe(true)
    store.close()
    expect(openTestStore(folder).conversations.list()).toEqual([])
  })
})
