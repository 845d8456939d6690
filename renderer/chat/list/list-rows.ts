import type { ConversationSummary } from '../../../core/contract/chat/conversations'
import type { ConversationFolder } from '../../../core/contract/conversations/folders'
import { copy } from '../../../core/copy/copy'

export interface ListGroup {
  readonly key: string
  readonly name: string
  /** Absent for pinned conversations and for those of a day. */
  readonly folder?: ConversationFolder
  readonly isPinned?: boolean
  readonly isClosed?: boolean
  readonly count: number
}

export interface ListRow {
  readonly group: ListGroup
  /** Position within the group. The heading is at 0. */
  readonly position: number
  readonly conversation: ConversationSummary | null
}

export const byName = (folders: readonly ConversationFolder[]): ConversationFolder[] =>
  [...folders].sort((left, right) => left.name.localeCompare(right.name, undefined, { numeric: true }))

type Day = keyof typeof copy.chat.list.days

/** Pinned conversations, folders by name, then the others by the day of the last change. `list` is sorted, newest first. */
export function rowsOf(
  list: readonly ConversationSummary[],
  folders: readonly ConversationFolder[],
  closedFolders: readonly string[],
): readonly ListRow[] {
  const texts = copy.chat.list
  const known = new Set(folders.map(({ id }) => id))
  const pinned = list.filter(({ isPinned }) => isPinned)
  const loose = list.filter(({ isPinned, folderId }) => !isPinned && !(folderId !== null && known.has(folderId)))
  return [
    ...(pinned.length > 0 ? groupRows({ key: 'pinned', name: texts.pinned, isPinned: true }, pinned) : []),
    ...byName(folders).flatMap((folder) => {
      const inside = list.filter(({ isPinned, folderId }) => !isPinned && folderId === folder.id)
      return groupRows({ key: folder.id, name: folder.name, folder, isClosed: closedFolders.includes(folder.id) }, inside)
    }),
    ...daysOf(loose).flatMap(([day, conversations]) => groupRows({ key: day, name: texts.days[day] }, conversations)),
  ]
}

function groupRows(named: Omit<ListGroup, 'count'>, conversations: readonly ConversationSummary[]): ListRow[] {
  const group = { ...named, count: conversations.length }
  const shown = named.isClosed ? [] : conversations
  return [{ group, position: 0, conversation: null }, ...shown.map((conversation, at) => ({ group, position: at + 1, conversation }))]
}

function daysOf(list: readonly ConversationSummary[]): (readonly [Day, readonly ConversationSummary[]])[] {
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
  return [...groups]
}
