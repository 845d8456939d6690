import { memo } from 'react'
import { useStore } from 'zustand'
import type { StoredMessage } from '../../core/contract/chat/conversations'
import { copy } from '../../core/copy/copy'
import type { ImagePart } from '../../core/documents/document-frame'
import { partsOf, plainTextOf } from '../../core/messages/parts-of'
import { FailureAlert } from '../ui/alert'
import { AnswerFoot } from './answers/answer-foot'
import { useAnswerRoom } from './answers/answer-room'
import { AnswerSet } from './answers/answer-set'
import { AnswerText } from './answers/answer-text'
import { NoAnswer } from './answers/no-answer'
import { conversationStore } from './conversation/conversation-store'
import { DocumentView } from './documents/document-view'
import { ImageView } from './documents/image-view'
import { EditField } from './edit/edit-field'
import { useIsEdited } from './edit/use-is-edited'
import { ContextFull, useOffersRoom } from './full/context-full'
import { PromptText } from './markdown/prompt-text'
import { PromptFoot } from './prompt-foot'
import { CallsAgain } from './tools/calls-again'
import { ToolResults } from './tools/tool-results'

export interface MessageProps {
  readonly message: StoredMessage
  readonly position: number
  readonly of: number
}

export const Message = memo(function Message({ message, position, of }: MessageProps) {
  const answers = useStore(conversationStore, ({ thread }) => (position === of && message.setId !== null ? thread?.answers : undefined))
  const isSet = answers !== undefined && answers.length > 1
  const speaker = speakerOf(message)
  return (
    <article
      aria-label={speaker}
      aria-posinset={position}
      aria-setsize={of}
      className={`group relative mx-auto w-full px-6 py-3 @max-[56.25rem]:px-4 ${isSet ? 'max-w-[110rem]' : 'max-w-3xl'}`}
    >
      <h3 title={speaker} className={`mb-1 truncate font-medium text-[12px] ${message.role === 'user' ? 'text-faint' : 'text-accent'}`}>
        {speaker}
      </h3>
      {message.role === 'user' ? (
        <Prompt message={message} />
      ) : message.role === 'tool' ? (
        <ToolResults message={message} isLast={position === of} />
      ) : isSet ? (
        <AnswerSet answers={answers} shown={message} />
      ) : (
        <Answer message={message} isLast={position === of} />
      )}
    </article>
  )
})

export function speakerOf({ role, modelName }: StoredMessage): string {
  const { speakers } = copy.chat.thread
  if (role === 'tool') return copy.chat.tools.result.speaker
  return role === 'user' ? speakers.you : (modelName ?? speakers.model)
}

function Prompt({ message }: { readonly message: StoredMessage }) {
  const isEdited = useIsEdited(message)
  const parts = partsOf(message)
  const documents = parts.map((part, index) =>
    part.type === 'document' ? (
      <DocumentView key={index} part={part} text={part.text} />
    ) : (
      part.type === 'image' && <SentImage key={index} part={part} conversationId={message.conversationId} />
    ),
  )
  if (isEdited)
    return (
      <>
        {documents}
        <EditField message={message} />
      </>
    )
  return (
    <>
      {documents}
      <div data-message={message.id}>
        <PromptText text={plainTextOf(message)} />
      </div>
      <PromptFoot message={message} />
    </>
  )
}

function SentImage({ part, conversationId }: { readonly part: ImagePart; readonly conversationId: string }) {
  const { id, name, width, height } = part
  return (
    <div className="mb-2" title={name}>
      <ImageView id={id} conversationId={conversationId} name={name} size={{ width, height }} mostHeight={320} />
    </div>
  )
}

function Answer({ message, isLast }: { readonly message: StoredMessage; readonly isLast: boolean }) {
  const { state, failure } = message
  const { room, content, fit } = useAnswerRoom(isLast)
  const isEdited = useIsEdited(message)
  // Its alert has the sentence of the failure, and buttons.
  const isOffered = useOffersRoom(message) && isLast
  return (
    <div ref={room}>
      <div ref={content}>
        <AnswerText message={message} onGrown={fit} />
        <NoAnswer message={message} />
        {failure && !isOffered && (
          <div className="mt-2">
            <FailureAlert tone={state === 'interrupted' ? 'warning' : 'danger'} failure={failure} />
          </div>
        )}
        {state === 'interrupted' && !failure && <p className="mt-1 text-[12px] text-warning">{copy.chat.thread.cutOff}</p>}
        {isLast && <CallsAgain message={message} />}
        {isLast && <ContextFull message={message} />}
        {state !== 'streaming' && !isEdited && <AnswerFoot message={message} isLast={isLast} />}
      </div>
    </div>
  )
}
