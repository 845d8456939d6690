import { useEffect } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import { conversationStore, forgetCacheSaved, forgetRemoved, undoRemove } from '../chat/conversation/conversation-store'
import { Button } from '../ui/controls/button'
import { Toast } from '../ui/toast'

const removedShownMs = 10_000
const savedShownMs = 8000

export function RemovedToast() {
  const removed = useStore(conversationStore, (state) => state.removed)
  useEffect(() => {
    if (!removed) return
    const timer = setTimeout(() => forgetRemoved(), removedShownMs)
    return () => clearTimeout(timer)
  }, [removed])
  if (!removed) return null
  return (
    <Toast>
      <span className="min-w-0 flex-1 truncate" title={removed.title}>
        {copy.app.toasts.deleted(removed.title)}
      </span>
      <Button look="plain" className="h-7" onClick={() => void undoRemove()}>
        {copy.app.toasts.undo}
      </Button>
    </Toast>
  )
}

export function SavedToast() {
  const saved = useStore(conversationStore, (state) => state.cacheSaved)
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(forgetCacheSaved, savedShownMs)
    return () => clearTimeout(timer)
  }, [saved])
  if (!saved) return null
  return (
    <Toast>
      <span>{copy.app.toasts.cacheSaved(saved).replace(/(\d) /g, '$1\u00a0')}</span>
    </Toast>
  )
}
