import { describe, expect, it } from 'vitest'
import type { ConversationThread, StoredMessage } from '../../../core/contract/chat/conversations'
import { withKnownMessages } from './known-messages'

const message = (id: string, change: Partial<StoredMessage> = {}): StoredMessage => ({
  id,
  conversationId: 'c',
  parentId: null,
  role: 'assistant',
  text: id,
  state: 'complete',
  createdAt: 0,
  turnId: null,
  setId: null,
  modelName: null,
  metrics: null,
  failure: null,
  siblingIds: [id],
  ...change,
})
const thread = (...messages: StoredMessage[]): ConversationThread => ({
  conversation: {
    id: 'c',
    title: '',
    modelId: null,
    createdAt: 0,
    changedAt: 0,
    messages: messages.length,
    isPrivate: false,
    isPinned: false,
    folderId: null,
  },
  systemPrompt: '',
  messages,
  answers: [],
})

describe('a thread that is read again', () => {
  it('keeps the objects of unchanged messages', () => {
    const before = thread(message('a'), message('b'))
    const after = withKnownMessages(before, thread(message('a'), message('b'), message('c')))
    expect(after.messages[0]).toBe(before.messages[0])
    expect(after.messages[1]).toBe(before.messages[1])
    expect(after.messages[2]?.id).toBe('c')
  })
  it('keeps alternative answers, whichever of them is shown', () => {
    const [a, b] = [message('a', { setId: 's' }), message('b', { setId: 's' })]
    const before = { ...thread(a), answers: [a, b] }
    const after = withKnownMessages(before, { ...thread({ ...b }), answers: [{ ...a }, { ...b }] })
    expect(after.answers).toEqual([a, b])
    expect(after.answers[0]).toBe(a)
    expect(after.messages[0]).toBe(b)
  })
  it('replaces a message that has grown or has a new alternative', () => {
    const before = thread(message('a'), message('b', { state: 'streaming', text: 'b' }))
    const after = withKnownMessages(before, thread(message('a', { siblingIds: ['a', 'z'] }), message('b', { text: 'b and more' })))
    expect(after.messages.map(({ text, siblingIds }) => [text, siblingIds.length])).toEqual([
      ['a', 2],
      ['b and more', 1],
    ])
  })
})
