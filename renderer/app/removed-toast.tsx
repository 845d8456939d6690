import { useEffect } from 'react'
import { useStore } from 'zustand'
import { conversationStore, forgetRemoved, undoRemove } from '../chat/conversation-store'
import { Button } from '../ui/button'

const shownMs = 10_000

/** A deleted conversation can be taken back for a while. */
export function RemovedToast() {
  const removed = useStore(conversationStore, (state) => state.removed)
  useEffect(() => {
    if (!removed) return
    const timer = setTimeout(forgetRemoved, shownMs)
    return () => clearTimeout(timer)
  }, [removed])
  if (!removed) return null
  return (
    <div
      role="status"
      // Over the foot of the list that it was taken from: never over what is being written.
      className="fixed bottom-20 left-3 z-40 flex w-54 items-center gap-2 rounded-lg bg-ink py-2 pr-2 pl-3 text-[13px] text-paper shadow-raised @max-[62.5rem]:w-46"
    >
      <span className="min-w-0 flex-1 truncate" title={removed.title}>
        Deleted “{removed.title}”
      </span>
      <Button look="plain" className="h-7" onClick={() => void undoRemove()}>
        Undo
      </Button>
    </div>
  )
}
