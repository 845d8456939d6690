import type { MessagePart } from '../../../core/contract/chat/message-parts'
import { partsOf } from '../../../core/messages/parts-of'
import { Markdown } from '../markdown/markdown'
import { ToolCallView } from '../tools/tool-call-view'
import { ReasoningView } from './reasoning-view'

export interface AnswerPartsProps {
  readonly answerId: string
  readonly text: string
  readonly parts: readonly MessagePart[] | undefined
  /** Set while the model is writing. */
  readonly growingTurnId: string | null
}

export function AnswerParts({ answerId, text, parts, growingTurnId }: AnswerPartsProps) {
  const isGrowing = growingTurnId !== null
  if (!parts) return <Markdown text={text} isGrowing={isGrowing} />
  return partsOf({ text, parts }).map((part, index, all) => {
    const isLast = index === all.length - 1
    if (part.type === 'reasoning')
      return <ReasoningView key={part.from} part={part} text={part.text} growingTurnId={isLast ? growingTurnId : null} />
    if (part.type === 'tool-call') return <ToolCallView key={part.from} part={part} answerId={answerId} isGrowing={isGrowing && isLast} />
    return <Markdown key={part.from} text={part.text} isGrowing={isGrowing && isLast} />
  })
}
