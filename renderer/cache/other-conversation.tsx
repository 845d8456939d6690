import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import { conversationStore } from '../chat/conversation/conversation-store'

export function OtherConversation({ conversationId, sequences }: { readonly conversationId: string; readonly sequences: number }) {
  const title = useStore(conversationStore, (state) => state.list.find(({ id }) => id === conversationId)?.title)
  const isNew = useStore(conversationStore, (state) => state.openId === null)
  return (
    <p role="note" className="rounded-md border border-line bg-raised px-2.5 py-2 text-[12px] text-soft [overflow-wrap:anywhere]">
      {copy.cache.otherConversation(title, sequences, isNew)}
    </p>
  )
}
