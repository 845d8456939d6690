import { useStore } from 'zustand'
import { conversationStore } from '../chat/conversation/conversation-store'

/** Names the conversation whose cells are shown, if it is not the open one. */
export function OtherConversation({ conversationId, sequences }: { readonly conversationId: string; readonly sequences: number }) {
  const title = useStore(conversationStore, (state) => state.list.find(({ id }) => id === conversationId)?.title)
  const isNew = useStore(conversationStore, (state) => state.openId === null)
  const whose = title === undefined ? 'a conversation that was removed' : `“${title}”`
  return (
    <p role="note" className="rounded-md border border-line bg-raised px-2.5 py-2 text-[12px] text-soft [overflow-wrap:anywhere]">
      {sequences > 1 ? `Other conversations hold all ${sequences} sequences. The first one holds ` : 'The cells hold '}
      {whose}.{' '}
      {isNew
        ? 'A first message here takes their place.'
        : 'When this conversation goes on, its cache is read back from disk where it was saved, else its prompt is processed again.'}
    </p>
  )
}
