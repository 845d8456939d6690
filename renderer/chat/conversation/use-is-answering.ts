import { useStore } from 'zustand'
import { useApp } from '../../client/use-app'
import { conversationStore } from './conversation-store'

/** False while a call waits or runs. */
export function useIsWriting(): boolean {
  const openId = useStore(conversationStore, (state) => state.openId)
  return useApp(({ app }) => app?.turns.some(({ conversationId }) => conversationId === openId) ?? false)
}

export function useIsAnswering(): boolean {
  const openId = useStore(conversationStore, (state) => state.openId)
  return useApp(({ app }) => [...(app?.turns ?? []), ...(app?.toolCalls ?? [])].some((work) => work.conversationId === openId))
}
