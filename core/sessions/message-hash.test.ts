import { expect, it } from 'vitest'
import type { PromptMessage } from '../contract/chat/turn'
import { messageHash, messagesNamed } from './message-hash'

const user = (text: string): PromptMessage => ({ role: 'user', text })

it('messageHash depends on the role, the text and the order of its letters', () => {
  const names = [user('ab'), user('ba'), { role: 'assistant' as const, text: 'ab' }, user(''), user('ab ')].map(messageHash)
  expect(new Set(names).size).toBe(5)
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{16}$/)
  expect(messageHash(user('ab'))).toBe(names[0])
})
it('messagesNamed finds messages by their hashes, up to the first unknown hash', () => {
  const all = [user('one'), user('two'), user('three')]
  const hashes = all.map(messageHash)
  expect(messagesNamed(hashes, [...all].reverse())).toEqual(all)
  expect(messagesNamed(hashes, [user('three'), user('one')])).toEqual([user('one')])
  expect(messagesNamed([], all)).toEqual([])
})
