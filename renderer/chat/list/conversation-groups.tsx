import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { ConversationSummary } from '../../../core/contract/chat/conversations'
import type { ConversationFolder } from '../../../core/contract/conversations/folders'
import { focusSoon } from '../../window/focus-soon'
import { useWindow } from '../../window/window-store'
import { move, setPinned } from '../conversation/list-actions'
import { type ChooseKeys, ConversationItem } from './conversation-item'
import { useConversationDrop } from './drag-conversations'
import { FolderHeading } from './folder-heading'
import { type ListGroup, type ListRow, rowsOf } from './list-rows'
import { listStore, selectRange, setAnchor, toggleSelected } from './list-store'

const rowRem = 2
const none: readonly string[] = []

export interface ConversationGroupsProps {
  readonly list: readonly ConversationSummary[]
  readonly folders: readonly ConversationFolder[]
  readonly openId: string | null
  readonly answeringIds: ReadonlySet<string>
  /** undefined outside the selection mode. */
  readonly selected: ReadonlySet<string> | undefined
  readonly scroller: HTMLElement | null
  readonly onOpen: (conversationId: string) => void
}

export function ConversationGroups({ list, folders, openId, answeringIds, selected, scroller, onOpen }: ConversationGroupsProps) {
  const closedFolders = useWindow((state) => state.closedFolders)
  const namingFolderId = useStore(listStore, (state) => state.namingFolderId)
  const renamingId = useStore(listStore, (state) => state.renamingId)
  const renamedIn = list.find(({ id }) => id === renamingId)?.folderId
  // What can be selected is in sight, as is what is renamed.
  const rows = rowsOf(list, folders, selected ? none : closedFolders.filter((id) => id !== renamedIn))
  const rowPx = rowRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.conversation?.id ?? rows[index]?.group.key ?? index,
    overscan: 4,
  })
  const namedRow = rows.findIndex(({ group, position, conversation }) =>
    conversation ? conversation.id === renamingId : position === 0 && group.key === namingFolderId,
  )
  useEffect(() => {
    if (namedRow >= 0) virtualizer.scrollToIndex(namedRow)
  }, [namedRow, virtualizer])
  const inSight = virtualizer.getVirtualItems()
  const groups = new Map<string, ListRow[]>()
  for (const { index } of inSight) {
    const row = rows[index]
    if (row) groups.set(row.group.key, [...(groups.get(row.group.key) ?? []), row])
  }
  const choose = (id: string, { shiftKey, ctrlKey, metaKey }: ChooseKeys) => {
    if (!shiftKey && !ctrlKey && !metaKey && !selected) {
      setAnchor(id)
      return onOpen(id)
    }
    if (answeringIds.has(id)) return
    // The row's button becomes a checkbox.
    if (!selected) focusSoon(`[data-selects="${id}"]`)
    if (!shiftKey) return toggleSelected(id)
    const ids = rows.flatMap(({ conversation }) => (conversation ? [conversation.id] : []))
    selectRange(
      ids.filter((one) => !answeringIds.has(one)),
      id,
    )
  }
  return (
    <div style={{ height: virtualizer.getTotalSize() }}>
      <div style={{ transform: `translateY(${inSight[0]?.start ?? 0}px)` }}>
        {[...groups].map(([key, [first, ...others]]) => {
          if (!first) return null
          const { group, position } = first
          return (
            <Group key={key} group={group} hasHeading={position === 0}>
              {[first, ...others].map(
                ({ conversation, position }) =>
                  conversation && (
                    <ConversationItem
                      key={conversation.id}
                      conversation={conversation}
                      position={position}
                      of={group.count}
                      isOpen={conversation.id === openId}
                      isAnswering={answeringIds.has(conversation.id)}
                      isSelected={selected?.has(conversation.id)}
                      onChoose={(keys) => choose(conversation.id, keys)}
                    />
                  ),
              )}
            </Group>
          )
        })}
      </div>
    </div>
  )
}

interface GroupProps {
  readonly group: ListGroup
  readonly hasHeading: boolean
  readonly children: ReactNode
}

function Group({ group: { name, folder, isPinned, isClosed = false, count }, hasHeading, children }: GroupProps) {
  const { isOver, target } = useConversationDrop((ids) => void (isPinned ? setPinned(ids, true) : move(ids, folder?.id ?? null)))
  return (
    <section aria-label={name} className={`rounded-md ${isOver ? 'bg-accent-soft outline outline-accent' : ''}`} {...target}>
      {hasHeading &&
        (folder ? (
          <FolderHeading folder={folder} count={count} isClosed={isClosed} />
        ) : (
          <h2 className="flex h-8 items-end px-2 pb-1 font-medium text-[12px] text-faint">{name}</h2>
        ))}
      <ul className={folder ? 'pl-4' : ''}>{children}</ul>
    </section>
  )
}
