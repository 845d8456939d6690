import { useStore } from 'zustand'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { conversationStore } from '../conversation/conversation-store'

/** While its text is in the editor. */
export const useIsEdited = ({ id }: StoredMessage): boolean => useStore(conversationStore, ({ editing }) => editing?.messageId === id)
