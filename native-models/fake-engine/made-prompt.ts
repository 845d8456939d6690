/** A prompt of one token per word, in the form of a chat template. */
import { pushSpan } from '../../core/cells/cell-spans'
import type { CellSpan } from '../../core/contract/cache/cache'
import type { PromptMessage } from '../../core/contract/chat/turn'

export const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0

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
  if (messages.at(-1)?.role !== 'assistant') write(templateWords, 'template')
  return prompt
}

export function commonWords(held: readonly string[], prompt: readonly string[]): number {
  const differs = prompt.findIndex((word, at) => word !== held[at])
  return differs < 0 ? prompt.length : differs
}

export function withAnswer(messages: readonly PromptMessage[], answer: string): PromptMessage[] {
  const last = messages.at(-1)
  return last?.role === 'assistant'
    ? [...messages.slice(0, -1), { role: 'assistant', text: last.text + answer }]
    : [...messages, { role: 'assistant', text: answer }]
}
