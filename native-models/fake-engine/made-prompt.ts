/** What the fake engine makes of messages: a prompt of words, each of them a token, as a chat template would arrange them. */
import { pushSpan } from '../../core/cells/cell-spans'
import type { CellSpan } from '../../core/contract/cache/cache'
import type { PromptMessage } from '../../core/contract/chat/turn'

/** One token per word, roughly what tokenisers make of English. */
export const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0

/** What its template would put around a message. */
const templateWords = ['<', 'role', '>', '|']

export interface MadePrompt {
  readonly words: string[]
  readonly spans: CellSpan[]
}

export function madePrompt(messages: readonly PromptMessage[]): MadePrompt {
  const prompt: MadePrompt = { words: [], spans: [] }
  const write = (words: readonly string[], holds: CellSpan['holds']) => {
    prompt.words.push(...words)
    pushSpan(prompt.spans, holds, words.length)
  }
  for (const { role, text } of messages) {
    write(templateWords, 'template')
    write(text.match(/\S+/g) ?? [], role)
  }
  // What an answer begins with stays before it when it has become a message.
  if (messages.at(-1)?.role !== 'assistant') write(templateWords, 'template')
  return prompt
}

/** How many words both begin with. */
export function commonWords(held: readonly string[], prompt: readonly string[]): number {
  const differs = prompt.findIndex((word, at) => word !== held[at])
  return differs < 0 ? prompt.length : differs
}

/** The messages with an answer behind them; one that had begun goes on. */
export function withAnswer(messages: readonly PromptMessage[], answer: string): PromptMessage[] {
  const last = messages.at(-1)
  return last?.role === 'assistant'
    ? [...messages.slice(0, -1), { role: 'assistant', text: last.text + answer }]
    : [...messages, { role: 'assistant', text: answer }]
}
