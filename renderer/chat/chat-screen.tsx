import { useStore } from 'zustand'
import { FailureAlert } from '../ui/alert'
import { Composer } from './composer/composer'
import { conversationStore, dismissTrouble } from './conversation/conversation-store'
import { Thread } from './thread'

export function ChatScreen() {
  const trouble = useStore(conversationStore, (state) => state.trouble)
  return (
    <>
      <Thread />
      {trouble && (
        <div className="mx-auto w-full max-w-3xl px-6 pb-2">
          <FailureAlert failure={trouble} onDismiss={dismissTrouble} />
        </div>
      )}
      <Composer />
    </>
  )
}
