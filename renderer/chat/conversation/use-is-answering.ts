import { useStore } from 'zustand'
import { type AppStoreState, appStore } from '../../client/app-store'
import { useApp } from '../../client/use-app'
import { conversationStore } from './conversation-store'

const isWritten = ({ app }: AppStoreState, id: string | null): boolean =>
  app?.turns.some(({ conversationId }) => conversationId === id) ?? false

/** False while a call waits or runs. */
export const isWriting = (conversationId: string | null): boolean => isWritten(appStore.getState(), conversationId)

export function useIsWriting(): boolean {
  const openId = useStore(conversationStore, (state) => state.openId)
  return useApp((state) => isWritten(state, openId))
}

export function useIsAnswering(): boolean {
  const openId = useStore(conversationStore, (state) => state.openId)
  return useApp(({ app }) => [...(app?.turns ?? []), ...(app?.toolCalls ?? [])].some((work) => work.conversationId === openId))
}
