/** A prompt of one token per word, in the form of a chat template. */
import { pushSpan } from '../../core/cells/cell-spans'
import type { CellSpan } from '../../core/contract/cache/cache'
import type { PromptSettings, ToolDefinition } from '../../core/contract/chat/tools'
import type { PromptMessage } from '../../core/contract/chat/turn'
import { partsOf, templateTextOf } from '../../core/messages/parts-of'

export const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0

const templateText = '< role > |'

export interface MadePrompt {
  readonly words: string[]
  readonly spans: CellSpan[]
}

export function madePrompt(messages: readonly PromptMessage[], tools: readonly ToolDefinition[] = []): MadePrompt {
  const prompt: MadePrompt = { words: [], spans: [] }
  const write = (text: string, of: Pick<CellSpan, 'holds' | 'message'>) => {
    const words = text.match(/\S+/g) ?? []
    prompt.words.push(...words)
    pushSpan(prompt.spans, of, words.length)
  }
  for (const { name, description } of tools) write(`${name} ${description}`, { holds: 'tools' })
  let message = 0
  for (const { role, ...written } of messages) {
    write(templateText, { holds: 'template' })
    if (role === 'system') write(written.text, { holds: role })
    else {
      message++
      let at = 0
      for (const { type, text, from } of partsOf(written)) {
        write(written.text.slice(at, from), { holds: 'template' })
        write(text, { holds: type === 'reasoning' ? type : role === 'tool' ? 'tool-result' : role, message })
        at = from + text.length
      }
      write(written.text.slice(at), { holds: 'template' })
    }
  }
  if (messages.at(-1)?.role !== 'assistant') write(templateText, { holds: 'template' })
  return prompt
}

/** The messages as the prompt has them: reasoning of earlier answers is left out, unless the settings keep it. */
export const shownMessages = (
  messages: readonly PromptMessage[],
  { keepReasoning }: Pick<PromptSettings, 'keepReasoning'>,
): PromptMessage[] =>
  messages.map((message, index) =>
    keepReasoning || index === messages.length - 1 ? message : { role: message.role, text: templateTextOf(message) },
  )

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
