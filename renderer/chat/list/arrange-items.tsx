import { useStore } from 'zustand'
import type { ConversationSummary } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { MoreItem, MoreSeparator, MoreSubmenu } from '../../ui/controls/more-menu'
import { conversationStore } from '../conversation/conversation-store'
import { move, setPinned } from '../conversation/list-actions'
import { byName } from './list-rows'
import { makeFolder } from './make-folder'

/** Items of a menu that pin conversations and move them to folders. */
export function ArrangeItems({ conversations }: { readonly conversations: readonly ConversationSummary[] }) {
  const folders = useStore(conversationStore, (state) => state.folders)
  const ids = conversations.map(({ id }) => id)
  const arePinned = conversations.every(({ isPinned }) => isPinned)
  const texts = copy.chat.list.item
  return (
    <>
      <MoreItem onClick={() => void setPinned(ids, !arePinned)}>{arePinned ? texts.unpin : texts.pin}</MoreItem>
      <MoreSubmenu label={texts.move}>
        {byName(folders).map(({ id, name }) => (
          <MoreItem key={id} disabled={conversations.every(({ folderId }) => folderId === id)} onClick={() => void move(ids, id)}>
            <span className="block max-w-60 truncate" title={name}>
              {name}
            </span>
          </MoreItem>
        ))}
        {folders.length > 0 && <MoreSeparator />}
        {conversations.some(({ folderId }) => folderId !== null) && (
          <MoreItem onClick={() => void move(ids, null)}>{texts.noFolder}</MoreItem>
        )}
        <MoreItem onClick={() => void makeFolder(ids)}>{copy.chat.list.folder.make}</MoreItem>
      </MoreSubmenu>
    </>
  )
}
