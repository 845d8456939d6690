import { describe, expect, it } from 'vitest'
import type { ConversationThread, StoredMessage } from '../../../core/contract/chat/conversations'
import { contextUse } from './context-use'

const message = (text: string, tokens?: readonly [prompt: number, output: number]) =>
  ({ text, metrics: tokens ? { promptTokens: tokens[0], outputTokens: tokens[1] } : null }) as StoredMessage
const thread = (systemPrompt: string, ...messages: StoredMessage[]) => ({ systemPrompt, messages }) as unknown as ConversationThread

describe('the tokens that a conversation uses in its context', () => {
  it('equal the number that was measured in its last turn', () => {
    const messages = [message('a'), message('b', [10, 5]), message('c'), message('d', [30, 12])]
    expect(contextUse(thread('s', ...messages), '')).toEqual({ measuredTokens: 42, uncounted: '' })
  })
  it('include the texts after the last answer with figures', () => {
    const messages = [message('a'), message('b', [10, 5]), message('c'), message('cut off')]
    expect(contextUse(thread('s', ...messages), '')).toEqual({ measuredTokens: 15, uncounted: 'c\ncut off' })
  })
  it('are counted in all texts if nothing was measured', () => {
    expect(contextUse(thread('s', message('a'), message('')), '')).toEqual({ measuredTokens: 0, uncounted: 's\na' })
    expect(contextUse(undefined, 'typed')).toEqual({ measuredTokens: 0, uncounted: 'typed' })
  })
})
