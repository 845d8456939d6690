import { useEffect } from 'react'
import { useStore } from 'zustand'
import { conversationStore, forgetRemoved, undoRemove } from '../chat/conversation-store'
import { Button } from '../ui/controls/button'
import { Toast } from '../ui/toast'

const shownMs = 10_000

/** A deleted conversation can be taken back for a while. */
export function RemovedToast() {
  const removed = useStore(conversationStore, (state) => state.removed)
  useEffect(() => {
    if (!removed) return
    const timer = setTimeout(() => forgetRemoved(), shownMs)
    return () => clearTimeout(timer)
  }, [removed])
  if (!removed) return null
  return (
    <Toast>
      <span className="min-w-0 flex-1 truncate" title={removed.title}>
        Deleted “{removed.title}”
      </span>
      <Button look="plain" className="h-7" onClick={() => void undoRemove()}>
        Undo
      </Button>
    </Toast>
  )
}
