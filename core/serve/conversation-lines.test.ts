import { expect, it } from 'vitest'
import { ConversationLines } from './conversation-lines'

const [tools, system] = ['[]', 'system']

/** One request after the other. Returns the conversation of each. */
function played(sequences: number, prompts: readonly (readonly string[])[]): string[] {
  const lines = new ConversationLines(() => sequences)
  return prompts.map((messages) => {
    const line = lines.take([tools, ...messages])
    lines.release(line)
    return line.conversationId
  })
}

it('a request continues the conversation whose last prompt it begins with', () => {
  const [first, second] = played(2, [
    [system, 'a'],
    [system, 'a', 'answer', 'b'],
  ])
  expect(second).toBe(first)
})
it('a request with another last message continues the conversation, if they have more in common than tools and system prompt', () => {
  const [first, second] = played(2, [
    [system, 'a', 'answer', 'b'],
    [system, 'a', 'answer', 'edited'],
  ])
  expect(second).toBe(first)
})
it.each([1, 2])('agents that share tools and system prompt keep their own conversations, with %d sequences', (sequences) => {
  const conversations = played(sequences, [
    [system, 'a'],
    [system, 'b'],
    [system, 'c'],
    [system, 'a', 'answer', 'more'],
    [system, 'b', 'answer', 'more'],
    [system, 'c', 'answer', 'more'],
  ])
  expect(conversations.slice(3)).toEqual(conversations.slice(0, 3))
  expect(new Set(conversations).size).toBe(3)
})
it('a conversation that is still answered is not continued', () => {
  const lines = new ConversationLines(() => 2)
  const busy = lines.take([tools, system, 'a'])
  expect(lines.take([tools, system, 'a', 'answer', 'b']).conversationId).not.toBe(busy.conversationId)
})
it('beyond 32 conversations, the least recently used one goes, and its cells with it', () => {
  const lines = new ConversationLines(() => 2)
  const taken = Array.from({ length: 40 }, (_, at) => lines.take([tools, `system ${at}`, 'a']))
  expect(new Set(taken.map(({ conversationId }) => conversationId)).size).toBe(40)
  for (const line of taken) lines.release(line)
  expect(lines.surplus()).toEqual(taken.slice(0, 8).map(({ conversationId }) => conversationId))
  expect(lines.clear()).toHaveLength(32)
})
