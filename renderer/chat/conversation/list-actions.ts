/** What the list of conversations and the bin do. */
import type { ConversationSummary } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { attempt, conversationStore, host, open, openNew } from './conversation-store'

const { getState, setState } = conversationStore

export const rename = (conversationId: string, title: string) => attempt(() => host().conversations.rename({ conversationId, title }))

/** Opens a copy, with all branches or, with a message, only the path to it. */
export async function openCopy({ id: conversationId, title }: ConversationSummary, messageId?: string): Promise<void> {
  const copyTitle = copy.chat.list.item.copyTitle(title)
  const request = { conversationId, title: copyTitle, ...(messageId === undefined ? {} : { messageId }) }
  const copied = await attempt(() => host().conversations.copy(request))
  if (copied) await open(copied.id)
}

/** A pinned conversation stays in its folder, but is shown at the top. */
export const setPinned = (conversationIds: readonly string[], isPinned: boolean) =>
  attempt(() => host().conversations.setPinned({ conversationIds: [...conversationIds], isPinned }))

/** null: out of their folders. */
export const move = (conversationIds: readonly string[], folderId: string | null) =>
  attempt(() => host().conversations.move({ conversationIds: [...conversationIds], folderId }))

export const addFolder = (name: string) => attempt(() => host().conversations.folders.add({ name }))
export const renameFolder = (folderId: string, name: string) => attempt(() => host().conversations.folders.rename({ folderId, name }))
export const removeFolder = (folderId: string) => attempt(() => host().conversations.folders.remove({ folderId }))

/** Returns whether the host removed them. */
export async function remove(removed: readonly ConversationSummary[]): Promise<boolean> {
  const conversationIds = removed.map(({ id }) => id)
  const done = await attempt(() => host().conversations.remove({ conversationIds }))
  if (!done) return false
  const { openId } = getState()
  if (openId !== null && conversationIds.includes(openId)) openNew()
  setState({ removed })
  return true
}

export const undoRemove = (): Promise<void> => restore(getState().removed.map(({ id }) => id))

/** Opens the conversation if there is only one. */
export async function restore(conversationIds: readonly string[]): Promise<void> {
  const done = await attempt(() => host().conversations.restore({ conversationIds: [...conversationIds] }))
  if (!done) return
  forgetRemoved()
  const [only] = conversationIds
  if (only !== undefined && conversationIds.length === 1) await open(only)
}

export async function removeForGood(conversationId: string): Promise<void> {
  forgetRemoved()
  await attempt(() => host().conversations.removeForGood({ conversationIds: [conversationId] }))
}

export async function emptyBin(): Promise<void> {
  forgetRemoved()
  await attempt(() => host().conversations.emptyBin())
}

export const forgetRemoved = (): void => setState({ removed: [] })
