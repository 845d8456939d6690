import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { IconButton } from '../../ui/controls/icon-button'
import { showBranch } from '../conversation/conversation-store'

export function BranchChoice({ message, noun }: { readonly message: StoredMessage; readonly noun: 'answer' | 'version' }) {
  const { siblingIds, conversationId } = message
  if (siblingIds.length < 2) return null
  const texts = copy.chat.answers.branch
  const position = siblingIds.indexOf(message.id)
  const show = (id: string | undefined) => id && void showBranch(conversationId, id)
  return (
    <span className="flex items-center text-[12px] text-faint">
      <IconButton
        icon={ChevronLeft}
        label={texts[noun].previous}
        size={14}
        disabled={position <= 0}
        onClick={() => show(siblingIds[position - 1])}
      />
      <span>{texts.position(position + 1, siblingIds.length)}</span>
      <IconButton
        icon={ChevronRight}
        label={texts[noun].next}
        size={14}
        disabled={position >= siblingIds.length - 1}
        onClick={() => show(siblingIds[position + 1])}
      />
    </span>
  )
}
