import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { FailureAlert } from '../ui/alert'
import { Composer } from './composer/composer'
import { conversationStore, dismissTrouble } from './conversation/conversation-store'
import { DemoNote } from './demo-note'
import { KeptChoice } from './kept-choice'
import { Thread } from './thread'

/** `offer` is between the conversation and the composer. */
export function ChatScreen({ offer }: { readonly offer?: ReactNode }) {
  const trouble = useStore(conversationStore, (state) => state.trouble)
  return (
    <>
      <Thread />
      {trouble && (
        <div className="mx-auto w-full max-w-3xl px-6 pb-2">
          <FailureAlert failure={trouble} onDismiss={dismissTrouble} />
        </div>
      )}
      {offer}
      <KeptChoice />
      <DemoNote />
      <Composer />
    </>
  )
}
