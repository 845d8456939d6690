import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import { isApiConversation } from '../../core/requests/api-conversation'
import { conversationStore } from '../chat/conversation/conversation-store'
import { useRequestClients } from '../requests/state/use-request-clients'

export interface OtherConversationProps {
  readonly conversationId: string
  readonly sequences: number
}

export const OtherConversation = (props: OtherConversationProps) =>
  isApiConversation(props.conversationId) ? <OfRequest {...props} /> : <OfConversation {...props} />

function OfRequest({ conversationId, sequences }: OtherConversationProps) {
  const client = useRequestClients()(conversationId) ?? null
  return <Note owner={copy.cache.owners.request(client)} sequences={sequences} />
}

function OfConversation({ conversationId, sequences }: OtherConversationProps) {
  const title = useStore(conversationStore, (state) => state.list.find(({ id }) => id === conversationId)?.title)
  return <Note owner={copy.cache.owners.conversation(title)} sequences={sequences} />
}

function Note({ owner, sequences }: { readonly owner: string; readonly sequences: number }) {
  const isNew = useStore(conversationStore, (state) => state.openId === null)
  return (
    <p role="note" className="rounded-md border border-line bg-raised px-2.5 py-2 text-[12px] text-soft [overflow-wrap:anywhere]">
      {copy.cache.otherConversation(owner, sequences, isNew)}
    </p>
  )
}
