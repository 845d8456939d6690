import type { PromptMessage } from '../../../core/contract/chat/turn'
import { partsOf } from '../../../core/messages/parts-of'
import type { PromptSegment } from '../../../core/templates/marked-texts'

/** Whether a text contains the text of a control token. */
export interface ControlTokens {
  readonly isUnsafe: (text: string) => boolean
  /** Whether a text contains a control token that the model's syntax does not have inside an answer, such as the end of a turn. */
  readonly endsAnswer: (text: string) => boolean
}

/** An answer exactly as the model wrote it. Its markup, such as `<think>`, consists of control tokens in many models. */
export function writtenSegments(answer: PromptMessage, message: number, { isUnsafe, endsAnswer }: ControlTokens): PromptSegment[] {
  const segments: PromptSegment[] = []
  let at = 0
  const markup = (to: number) => {
    const text = answer.text.slice(at, to)
    if (to > at) segments.push({ text, holds: 'template', isTemplate: !endsAnswer(text) })
    at = to
  }
  for (const part of partsOf(answer)) {
    markup(part.from)
    at += part.text.length
    if (part.text === '') continue
    if (part.type === 'reasoning') segments.push({ text: part.text, holds: 'reasoning', message, isTemplate: false })
    else if (part.type === 'tool-call')
      segments.push({ text: part.text, holds: 'tool-call', message, isTemplate: !isUnsafe(`${part.name}${part.id}${part.arguments}`) })
    else segments.push({ text: part.text, holds: 'assistant', message, isTemplate: false })
  }
  markup(answer.text.length)
  return segments
}
