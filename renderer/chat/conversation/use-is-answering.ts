import { useStore } from 'zustand'
import { useApp } from '../../client/use-app'
import { conversationStore } from './conversation-store'

export function useIsAnswering(): boolean {
  const openId = useStore(conversationStore, (state) => state.openId)
  return useApp((state) => state.app?.turns.some((turn) => turn.conversationId === openId) ?? false)
}
