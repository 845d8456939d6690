/** What the list of conversations and the bin do. */
import type { ConversationSummary } from '../../../core/contract/chat/conversations'
import { attempt, conversationStore, host, open, openNew } from './conversation-store'

const { getState, setState } = conversationStore

export const rename = (conversationId: string, title: string) => attempt(() => host().conversations.rename({ conversationId, title }))

export async function remove(removed: readonly ConversationSummary[]): Promise<void> {
  const conversationIds = removed.map(({ id }) => id)
  const done = await attempt(() => host().conversations.remove({ conversationIds }))
  if (!done) return
  const { openId } = getState()
  if (openId !== null && conversationIds.includes(openId)) openNew()
  setState({ removed })
}

export const undoRemove = (): Promise<void> => restore(getState().removed.map(({ id }) => id))

/** Opens the conversation if there is only one. */
export async function restore(conversationIds: readonly string[]): Promise<void> {
  forgetRemoved()
  const done = await attempt(() => host().conversations.restore({ conversationIds: [...conversationIds] }))
  const [only] = conversationIds
  if (done && only !== undefined && conversationIds.length === 1) await open(only)
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
