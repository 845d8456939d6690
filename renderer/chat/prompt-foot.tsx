import { Pencil, Pin, PinOff } from 'lucide-react'
import type { StoredMessage } from '../../core/contract/chat/conversations'
import { copy } from '../../core/copy/copy'
import { plainTextOf } from '../../core/messages/parts-of'
import { CopyButton } from '../ui/controls/copy-button'
import { IconButton } from '../ui/controls/icon-button'
import { BranchChoice } from './answers/branch-choice'
import { edit, pin } from './conversation/conversation-store'
import { useIsAnswering } from './conversation/use-is-answering'
import { DeleteButton } from './delete/delete-messages'

export function PromptFoot({ message }: { readonly message: StoredMessage }) {
  const isAnswering = useIsAnswering()
  const texts = copy.chat.thread.prompt
  return (
    <footer className="mt-0.5 -ml-1.5">
      {message.pinned && (
        <span className="mr-2 ml-1.5 inline-flex items-center gap-1 text-[12px] text-faint">
          <Pin size={12} aria-hidden /> {texts.pinned}
        </span>
      )}
      <BranchChoice message={message} noun="version" />
      <span className="absolute top-1 right-5 flex items-center rounded-md bg-paper opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100">
        <IconButton
          icon={message.pinned ? PinOff : Pin}
          label={message.pinned ? texts.unpin : texts.pin}
          size={14}
          onClick={() => void pin(message)}
        />
        <CopyButton label={texts.copy} text={() => message.text} />
        <IconButton
          icon={Pencil}
          label={texts.edit}
          size={14}
          disabled={isAnswering}
          onClick={() => edit(message.id, plainTextOf(message))}
        />
        <DeleteButton message={message} />
      </span>
    </footer>
  )
}
