import { useVirtualizer } from '@tanstack/react-virtual'
import type { ConversationSummary } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { focusSoon } from '../../window/focus-soon'
import { type ChooseKeys, ConversationItem } from './conversation-item'
import { selectRange, setAnchor, toggleSelected } from './list-store'

const rowRem = 2

type Day = keyof typeof copy.chat.list.days

interface Row {
  readonly day: Day
  readonly of: number
  /** Position within the group. The heading is at 0. */
  readonly position: number
  readonly conversation: ConversationSummary | null
}

export interface ConversationGroupsProps {
  readonly list: readonly ConversationSummary[]
  readonly openId: string | null
  readonly answeringIds: ReadonlySet<string>
  /** undefined outside the selection mode. */
  readonly selected: ReadonlySet<string> | undefined
  readonly scroller: HTMLElement | null
  readonly onOpen: (conversationId: string) => void
}

export function ConversationGroups({ list, openId, answeringIds, selected, scroller, onOpen }: ConversationGroupsProps) {
  const rows = rowsOf(list)
  const rowPx = rowRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.conversation?.id ?? rows[index]?.day ?? index,
    overscan: 4,
  })
  const inSight = virtualizer.getVirtualItems()
  const groups = new Map<Day, Row[]>()
  for (const { index } of inSight) {
    const row = rows[index]
    if (row) groups.set(row.day, [...(groups.get(row.day) ?? []), row])
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
        {[...groups].map(([day, shown]) => (
          <section key={day} aria-label={copy.chat.list.days[day]}>
            {shown[0]?.position === 0 && (
              <h2 className="flex h-8 items-end px-2 pb-1 font-medium text-[12px] text-faint">{copy.chat.list.days[day]}</h2>
            )}
            <ul>
              {shown.map(
                ({ conversation, position, of }) =>
                  conversation && (
                    <ConversationItem
                      key={conversation.id}
                      conversation={conversation}
                      position={position}
                      of={of}
                      isOpen={conversation.id === openId}
                      isAnswering={answeringIds.has(conversation.id)}
                      isSelected={selected?.has(conversation.id)}
                      onChoose={(keys) => choose(conversation.id, keys)}
                    />
                  ),
              )}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

function rowsOf(list: readonly ConversationSummary[]): Row[] {
  const midnight = new Date().setHours(0, 0, 0, 0)
  const dayMs = 24 * 3600 * 1000
  const dayOf = ({ changedAt }: ConversationSummary): Day => {
    if (changedAt >= midnight) return 'today'
    if (changedAt >= midnight - dayMs) return 'yesterday'
    return changedAt >= midnight - 7 * dayMs ? 'lastWeek' : 'earlier'
  }
  const groups = new Map<Day, ConversationSummary[]>()
  for (const conversation of list) {
    const day = dayOf(conversation)
    const group = groups.get(day)
    if (group) group.push(conversation)
    else groups.set(day, [conversation])
  }
  return [...groups].flatMap(([day, conversations]) => [
    { day, of: conversations.length, position: 0, conversation: null },
    ...conversations.map((conversation, at) => ({ day, of: conversations.length, position: at + 1, conversation })),
  ])
}
