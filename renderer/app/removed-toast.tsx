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
      className="fixed bottom-4 left-1/2 z-40 flex max-w-md -translate-x-1/2 items-center gap-3 rounded-lg bg-ink px-4 py-2 text-[13px] text-paper shadow-raised"
    >
      <span className="truncate">Deleted “{removed.title}”</span>
      <Button look="plain" className="h-7" onClick={() => void undoRemove()}>
        Undo
      </Button>
    </div>
  )
}
