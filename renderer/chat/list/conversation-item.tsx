import { LockKeyhole } from 'lucide-react'
import type { DragEvent } from 'react'
import { useStore } from 'zustand'
import type { ConversationSummary } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { isDesktop } from '../../client/transport'
import { ContextMenuArea } from '../../ui/controls/context-menu'
import { MoreItem, MoreMenu, MoreSeparator } from '../../ui/controls/more-menu'
import { RenameField } from '../../ui/controls/rename-field'
import { focusSoon } from '../../window/focus-soon'
import { usePreferences } from '../../window/preference-store'
import { exportAs, saveCache } from '../conversation/conversation-store'
import { openCopy, remove, rename } from '../conversation/list-actions'
import { printConversation } from '../printed/print-conversation'
import { ArrangeItems } from './arrange-items'
import { dragConversation } from './drag-conversations'
import { listStore, nameConversation, toggleSelected } from './list-store'

export interface ConversationItemProps {
  readonly conversation: ConversationSummary
  readonly position: number
  readonly of: number
  readonly isOpen: boolean
  readonly isAnswering: boolean
  /** undefined outside the selection mode. */
  readonly isSelected: boolean | undefined
  readonly onChoose: (keys: ChooseKeys) => void
}

/** The keys that are held during a click. */
export type ChooseKeys = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>

export function ConversationItem({ conversation, position, of, isOpen, isAnswering, isSelected, onChoose }: ConversationItemProps) {
  const isRenaming = useStore(listStore, ({ renamingId }) => renamingId === conversation.id)
  const texts = copy.chat.list.item
  if (isRenaming) {
    return (
      <RenameField
        label={texts.newTitle}
        title={conversation.title}
        onRename={(title) => void rename(conversation.id, title)}
        onDone={() => nameConversation(null)}
      />
    )
  }
  const title = <Title conversation={conversation} isAnswering={isAnswering} />
  const inList = {
    'aria-setsize': of,
    'aria-posinset': position,
    draggable: true,
    onDragStart: (event: DragEvent) => dragConversation(event, conversation.id),
  }
  if (isSelected !== undefined) {
    return (
      <li {...inList} className={`rounded-md ${isSelected ? 'bg-accent-soft' : 'hover:bg-sunken'}`}>
        <label className="flex h-8 select-none items-center gap-2 px-2 text-[13px]" title={conversation.title}>
          <input
            type="checkbox"
            className="shrink-0 accent-accent"
            data-selects={conversation.id}
            checked={isSelected}
            disabled={isAnswering}
            onChange={({ nativeEvent }) => onChoose(nativeEvent as MouseEvent)}
          />
          <span className="min-w-0 truncate">{title}</span>
        </label>
      </li>
    )
  }
  const items = <ItemActions conversation={conversation} isAnswering={isAnswering} />
  const row = (
    <li {...inList} className={`group flex h-8 items-center rounded-md ${isOpen ? 'bg-accent-soft' : 'hover:bg-sunken'}`}>
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        className="min-w-0 flex-1 truncate rounded-md px-2 py-1.5 text-left text-[13px]"
        title={conversation.title}
        onClick={onChoose}
        onDoubleClick={() => nameConversation(conversation.id)}
      >
        {title}
      </button>
      <MoreMenu of={conversation.title} size="item">
        {items}
      </MoreMenu>
    </li>
  )
  return <ContextMenuArea items={items} area={row} />
}

function Title({ conversation, isAnswering }: { readonly conversation: ConversationSummary; readonly isAnswering: boolean }) {
  const texts = copy.chat.list.item
  return (
    <>
      {isAnswering && (
        <span role="img" aria-label={texts.answering} className="mr-1.5 inline-block size-1.5 rounded-full bg-accent align-middle" />
      )}
      {conversation.isPrivate && (
        <LockKeyhole size={12} role="img" aria-label={texts.private} className="mr-1.5 inline align-[-1px] text-faint" />
      )}
      {conversation.title}
    </>
  )
}

function ItemActions({ conversation, isAnswering }: { readonly conversation: ConversationSummary; readonly isAnswering: boolean }) {
  const details = usePreferences((values) => values.details)
  const texts = copy.chat.list.item
  return (
    <>
      <MoreItem onClick={() => nameConversation(conversation.id)}>{texts.rename}</MoreItem>
      <MoreItem disabled={isAnswering} onClick={() => void openCopy(conversation)}>
        {texts.duplicate}
      </MoreItem>
      <ArrangeItems conversations={[conversation]} />
      {details && !conversation.isPrivate && (
        <MoreItem disabled={isAnswering} onClick={() => void saveCache(conversation.id)}>
          {texts.saveCache}
        </MoreItem>
      )}
      <MoreItem onClick={() => void printConversation(conversation.id)}>{texts.print(isDesktop)}</MoreItem>
      <MoreItem onClick={() => void exportAs(conversation.id, 'markdown')}>{texts.exportMarkdown}</MoreItem>
      {details && <MoreItem onClick={() => void exportAs(conversation.id, 'json')}>{texts.exportJson}</MoreItem>}
      <MoreSeparator />
      <MoreItem
        disabled={isAnswering}
        onClick={() => {
          toggleSelected(conversation.id)
          focusSoon(`[data-selects="${conversation.id}"]`)
        }}
      >
        {texts.select}
      </MoreItem>
      <MoreItem danger disabled={isAnswering} onClick={() => void remove([conversation])}>
        {texts.remove}
      </MoreItem>
    </>
  )
}
