import { Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { IconButton } from '../../ui/controls/icon-button'
import { MoreItem } from '../../ui/controls/more-menu'
import { Question } from '../../ui/question'
import { focusComposer } from '../composer/focus-composer'
import { askToDelete, conversationStore, deleteFrom, stopDeleting } from '../conversation/conversation-store'
import { useIsWriting } from '../conversation/use-is-answering'

interface DeleteProps {
  readonly message: StoredMessage
}

export function DeleteButton({ message }: DeleteProps) {
  const isWriting = useIsWriting()
  return (
    <IconButton
      icon={Trash2}
      label={copy.chat.thread.deleteFrom.action}
      size={14}
      disabled={isWriting}
      onClick={() => askToDelete(message)}
    />
  )
}

export function DeleteItem({ message }: DeleteProps) {
  const isWriting = useIsWriting()
  return (
    <MoreItem danger disabled={isWriting} onClick={() => askToDelete(message)}>
      {copy.chat.thread.deleteFrom.action}
    </MoreItem>
  )
}

export function DeleteQuestion() {
  const message = useStore(conversationStore, (state) => state.deleting)
  const messages = useStore(conversationStore, (state) => state.thread?.messages)
  const texts = copy.chat.thread.deleteFrom
  const index = messages?.findIndex(({ id }) => id === message?.id) ?? -1
  // An answer next to the shown one may have a conversation of its own below it.
  const hasBranches = index < 0 || (messages ?? []).slice(index + 1).some(({ siblingIds }) => siblingIds.length > 1)
  const after = index < 0 ? 0 : (messages?.length ?? 0) - index - 1
  return (
    <Question
      isOpen={message !== undefined}
      title={texts.title(after)}
      text={texts.text(hasBranches, (message?.siblingIds.length ?? 1) > 1)}
      no={texts.no}
      yes={texts.yes}
      onNo={stopDeleting}
      onYes={() => {
        stopDeleting()
        if (message) void deleteFrom(message).then(focusComposer)
      }}
    />
  )
}
