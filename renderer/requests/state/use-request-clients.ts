import { isApiConversation } from '../../../core/requests/api-conversation'
import { unknownClient } from '../../../core/requests/client-of'
import { useFollowedRequests, useRequests } from './request-store'

/** Returns the client whose request uses a conversation of the API server, null if it is unknown, and undefined for other conversations. */
export function useRequestClients(): (conversationId: string | null) => string | null | undefined {
  useFollowedRequests()
  const records = useRequests((state) => state.records)
  return (conversationId) => {
    if (conversationId === null || !isApiConversation(conversationId)) return undefined
    const client = records?.findLast((record) => record.conversationId === conversationId)?.client
    return client === undefined || client === unknownClient ? null : client
  }
}
