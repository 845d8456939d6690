/** The engine keeps cells per conversation. The API server makes conversations for its requests, which no user sees. */
export const apiConversationId = (number: number): string => `api-${number}`
export const slotConversationId = (slot: number): string => `slot-${slot}`
export const onceConversationId = (turnId: string): string => `once-${turnId}`

/** Conversations of the user have UUIDs. */
export const isApiConversation = (conversationId: string): boolean => /^(api|slot|once)-/.test(conversationId)
