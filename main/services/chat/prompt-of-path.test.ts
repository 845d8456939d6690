import { expect, it } from 'vitest'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { pinnedOf, promptOf } from './prompt-of-path'

const user = (text: string, pinned = false) => ({ role: 'user', text, pinned }) as StoredMessage
const assistant = (text: string, pinned = false) => ({ role: 'assistant', text, pinned }) as StoredMessage
const textsOf = (path: StoredMessage[], system = '') => promptOf(system, path).map(({ text }) => text)

it('the prompt consists of the system prompt, if one is set, and the messages of the branch', () => {
  expect(promptOf('be brief', [user('hello')])).toEqual([
    { role: 'system', text: 'be brief' },
    { role: 'user', text: 'hello' },
  ])
  expect(promptOf('', [user('hello')])).toEqual([{ role: 'user', text: 'hello' }])
})
it('the prompt omits both a message whose answer failed before its first token and that answer', () => {
  expect(textsOf([user('a'), assistant(''), user('b'), assistant('c'), user('d')])).toEqual(['b', 'c', 'd'])
})
it('the prompt contains the last message, which has no answer yet', () => {
  expect(textsOf([user('a'), assistant('b'), user('c')])).toEqual(['a', 'b', 'c'])
})
it('a pinned message is identified by its position in the prompt', () => {
  // Indexes: system 0, b 1, c 2, d 3. Without a system prompt, each index is one less.
  const path = [user('a', true), assistant(''), user('b', true), assistant('c'), user('d', true)]
  expect(pinnedOf('be brief', path)).toEqual([1, 3])
  expect(pinnedOf('', path)).toEqual([0, 2])
})
