import { describe, expect, it } from 'vitest'
import type { StoredMessage } from '../contract/chat/conversations'
import type { MessagePart } from '../contract/chat/message-parts'
import { canEdit, editedAnswer } from './edited-answer'
import { partsOf } from './parts-of'

const reasoning = (from: number, to: number): MessagePart => ({ type: 'reasoning', from, to, tokens: 2, ms: 5 })
const call: MessagePart = { type: 'tool-call', from: 2, id: 'a', name: 'echo', arguments: '{}' }
const answer = (changes: Partial<StoredMessage> = {}): StoredMessage => ({
  id: 'a',
  conversationId: 'c',
  parentId: 'p',
  role: 'assistant',
  text: 'hello',
  state: 'complete',
  createdAt: 0,
  turnId: null,
  setId: null,
  modelName: 'Pocket',
  metrics: null,
  failure: null,
  siblingIds: ['a'],
  ...changes,
})

describe('an answer', () => {
  it('can be edited once it has ended, even if it was stopped', () => {
    expect(canEdit(answer())).toBe(true)
    expect(canEdit(answer({ state: 'stopped' }))).toBe(true)
    expect(canEdit(answer({ state: 'streaming' }))).toBe(false)
  })
  it('cannot be edited if it calls a tool, has no text or answers no message', () => {
    expect(canEdit(answer({ text: 'hi<call>', parts: [{ type: 'text', from: 0, to: 2 }, call] }))).toBe(false)
    expect(canEdit(answer({ text: ' \n' }))).toBe(false)
    expect(canEdit(answer({ text: '<think>hm', parts: [reasoning(7, 9)] }))).toBe(false)
    expect(canEdit(answer({ parentId: null }))).toBe(false)
    expect(canEdit(answer({ role: 'user' }))).toBe(false)
  })
})

describe('an edited answer', () => {
  it('of one text is the new text', () => {
    expect(editedAnswer({ text: 'old' }, ' new')).toEqual({ text: ' new' })
  })
  it('keeps its reasoning, its markup and the space before its text', () => {
    const parts: MessagePart[] = [reasoning(7, 9), { type: 'text', from: 17 }]
    const edited = editedAnswer({ text: '<think>hm</think>\n\nold', parts }, 'new words')
    expect(edited).toEqual({ text: '<think>hm</think>\n\nnew words', parts })
    expect(partsOf(edited).map(({ text }) => text)).toEqual(['hm', '\n\nnew words'])
  })
  it('has one text, after the last reasoning, if it had several', () => {
    //                            0      7   9       17  20     27 29      37
    const edited = editedAnswer(
      {
        text: '<think>hm</think>one<think>so</think>two<end>',
        parts: [reasoning(7, 9), { type: 'text', from: 17, to: 20 }, reasoning(27, 29), { type: 'text', from: 37, to: 40 }],
      },
      'three',
    )
    expect(edited.text).toBe('<think>hm</think><think>so</think>three<end>')
    expect(partsOf(edited).map(({ type, text }) => [type, text])).toEqual([
      ['reasoning', 'hm'],
      ['reasoning', 'so'],
      ['text', 'three'],
    ])
  })
})
