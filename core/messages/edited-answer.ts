import type { StoredMessage } from '../contract/chat/conversations'
import type { MessagePart } from '../contract/chat/message-parts'
import { plainTextOf } from './parts-of'

/** The results of an answer's calls follow the original answer, so a copy would have calls without results. */
export const canEdit = (message: StoredMessage): boolean =>
  message.role === 'assistant' &&
  message.parentId !== null &&
  message.state !== 'streaming' &&
  !message.parts?.some(({ type }) => type === 'tool-call') &&
  plainTextOf(message).trim() !== ''

type Content = Pick<StoredMessage, 'text' | 'parts'>

/** `edited` takes the place of the last text. Reasoning and markup stay as they are; earlier texts are left out. */
export function editedAnswer({ text, parts }: Content, edited: string): Content {
  if (parts === undefined) return { text: edited }
  const lastText = parts.findLastIndex((part) => part.type === 'text' && text.slice(part.from, part.to).trim() !== '')
  const written: MessagePart[] = []
  let result = ''
  let end = 0
  for (const [index, part] of parts.entries()) {
    const { from, to = text.length } = part
    result += text.slice(end, from)
    end = to
    if (part.type === 'text' && index !== lastText) continue
    const old = text.slice(from, to)
    const content = index === lastText ? old.slice(0, old.length - old.trimStart().length) + edited : old
    const isEnd = part.to === undefined
    written.push({ ...part, from: result.length, ...(isEnd ? {} : { to: result.length + content.length }) })
    result += content
  }
  return { text: result + text.slice(end), parts: written }
}
