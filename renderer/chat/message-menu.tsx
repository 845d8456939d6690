import { type MouseEvent, type ReactElement, useState } from 'react'
import { useStore } from 'zustand'
import type { StoredMessage } from '../../core/contract/chat/conversations'
import { copy } from '../../core/copy/copy'
import { canEdit } from '../../core/messages/edited-answer'
import { plainTextOf } from '../../core/messages/parts-of'
import { ContextMenuArea } from '../ui/controls/context-menu'
import { MoreItem, MoreSeparator } from '../ui/controls/more-menu'
import { useAnswerCount } from './answer-count/answer-count-store'
import { useCanContinue } from './answers/use-can-continue'
import { continueAnswer, conversationStore, edit, pin, regenerate, showBranch } from './conversation/conversation-store'
import { openCopy } from './conversation/list-actions'
import { useIsAnswering } from './conversation/use-is-answering'
import { DeleteItem } from './delete/delete-messages'

interface Clicked {
  readonly messageId: string
  readonly selected: string
}

/** One menu for all messages, because a menu for each would make long conversations slow. */
export function MessageMenu({ area }: { readonly area: ReactElement }) {
  const [clicked, setClicked] = useState<Clicked>()
  const items = clicked && <Items key={clicked.messageId} {...clicked} />
  const choose = (event: MouseEvent) => {
    const messageId = messageAt(event.target as Element)
    // Without it, the browser shows its own menu.
    if (messageId === undefined) event.stopPropagation()
    else setClicked({ messageId, selected: getSelection()?.toString() ?? '' })
  }
  return (
    <div onContextMenuCapture={choose}>
      <ContextMenuArea items={items} area={area} />
    </div>
  )
}

function messageAt(element: Element): string | undefined {
  if (element.closest('textarea, input, a')) return undefined
  const text = element.closest('[data-message]') ?? element.closest('article')?.querySelector('[data-message]')
  return text instanceof HTMLElement ? text.dataset.message : undefined
}

function Items({ messageId, selected }: Clicked) {
  const thread = useStore(conversationStore, (state) => state.thread)
  const isAnswering = useIsAnswering()
  const message = [...(thread?.messages ?? []), ...(thread?.answers ?? [])].find(({ id }) => id === messageId)
  if (!message) return null
  const isLast = thread?.messages.at(-1)?.id === messageId
  return (
    <>
      {selected.trim() !== '' && <MoreItem onClick={() => void copyText(selected)}>{copy.chat.thread.copySelected}</MoreItem>}
      {message.role === 'user' ? <PromptItems message={message} /> : <AnswerItems message={message} isLast={isLast} />}
      {thread && (
        <>
          <MoreSeparator />
          <MoreItem disabled={isAnswering} onClick={() => void openCopy(thread.conversation, messageId)}>
            {copy.chat.thread.continueInNew}
          </MoreItem>
          <DeleteItem message={message} />
        </>
      )}
    </>
  )
}

const copyText = (text: string): Promise<void> => navigator.clipboard.writeText(text)

function PromptItems({ message }: { readonly message: StoredMessage }) {
  const isAnswering = useIsAnswering()
  const texts = copy.chat.thread.prompt
  return (
    <>
      <MoreItem onClick={() => void copyText(message.text)}>{texts.copy}</MoreItem>
      <MoreItem disabled={isAnswering} onClick={() => edit(message.id, plainTextOf(message))}>
        {texts.edit}
      </MoreItem>
      <MoreItem onClick={() => void pin(message)}>{message.pinned ? texts.unpin : texts.pin}</MoreItem>
      <BranchItems message={message} noun="version" />
    </>
  )
}

function AnswerItems({ message, isLast }: { readonly message: StoredMessage; readonly isLast: boolean }) {
  const isAnswering = useIsAnswering()
  const { count, isPossible } = useAnswerCount()
  const canContinue = useCanContinue(message)
  const texts = copy.chat.answers
  return (
    <>
      <MoreItem onClick={() => void copyText(plainTextOf(message))}>{texts.copy}</MoreItem>
      {canEdit(message) && (
        <MoreItem disabled={isAnswering} onClick={() => edit(message.id, plainTextOf(message))}>
          {texts.edit.action}
        </MoreItem>
      )}
      {isLast && (
        <MoreItem disabled={isAnswering || !isPossible} onClick={() => void regenerate(message.id, count)}>
          {texts.regenerate(count)}
        </MoreItem>
      )}
      {isLast && canContinue && (
        <MoreItem disabled={isAnswering} onClick={() => void continueAnswer(message.id)}>
          {texts.continue}
        </MoreItem>
      )}
      <BranchItems message={message} noun="answer" />
    </>
  )
}

function BranchItems({ message, noun }: { readonly message: StoredMessage; readonly noun: 'answer' | 'version' }) {
  const { siblingIds, conversationId, id } = message
  if (siblingIds.length < 2) return null
  const texts = copy.chat.answers.branch[noun]
  const position = siblingIds.indexOf(id)
  const item = (name: string, other: string | undefined) => (
    <MoreItem disabled={other === undefined} onClick={() => other && void showBranch(conversationId, other)}>
      {name}
    </MoreItem>
  )
  return (
    <>
      <MoreSeparator />
      {item(texts.previous, siblingIds[position - 1])}
      {item(texts.next, siblingIds[position + 1])}
    </>
  )
}
