import { describe, expect, it } from 'vitest'
import type { MessagePart } from '../contract/chat/message-parts'
import { isAsWritten, withoutTools } from './as-written'

const answer = (text: string, parts: MessagePart[]) => ({ role: 'assistant' as const, text, parts })
const reasoning = (from: number, to: number): MessagePart => ({ type: 'reasoning', from, to, tokens: 0, ms: 0 })
const call = (from: number, to: number): MessagePart => ({ type: 'tool-call', from, to, id: '1', name: 'clock', arguments: '{}' })

describe('an answer', () => {
  it('is as the model wrote it if its reasoning has markup, or its call has the name of the tool', () => {
    expect(isAsWritten(answer('<think>a</think>b', [reasoning(7, 8), { type: 'text', from: 16 }]))).toBe(true)
    expect(isAsWritten(answer('a</think>', [reasoning(0, 1)]))).toBe(true)
    expect(isAsWritten(answer('{"name":"clock"}', [call(0, 16)]))).toBe(true)
    expect(isAsWritten({ role: 'assistant', text: 'b' })).toBe(true)
  })
  it('counts as imported if it has reasoning without markup, or a call without the name of the tool', () => {
    expect(isAsWritten(answer('ab', [reasoning(0, 1), { type: 'text', from: 1, to: 2 }]))).toBe(false)
    expect(isAsWritten(answer('{}', [call(0, 2)]))).toBe(false)
  })
})

it('if a template does not support tools, a call becomes plain text in the answer, and its result becomes a user message', () => {
  const none = { toolCalls: false, toolResults: false }
  const all = { toolCalls: true, toolResults: true }
  const called = answer('{}', [call(0, 2)])
  const result = {
    role: 'tool' as const,
    text: '12:00',
    parts: [{ type: 'tool-result' as const, from: 0, to: 5, id: '1', name: 'clock', isError: false }],
  }
  expect(withoutTools(called, none)).toEqual({ role: 'assistant', text: '{}', parts: [{ type: 'text', from: 0, to: 2 }] })
  expect(withoutTools(result, none)).toEqual({ role: 'user', text: '12:00' })
  expect([withoutTools(called, all), withoutTools(result, all)]).toEqual([called, result])
})
