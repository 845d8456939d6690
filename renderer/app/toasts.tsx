import { useEffect } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import { conversationStore, forgetCacheSaved } from '../chat/conversation/conversation-store'
import { forgetRemoved, undoRemove } from '../chat/conversation/list-actions'
import { listStore } from '../chat/list/list-store'
import { focusSearch } from '../chat/list/selection-bar'
import { forgetSaved, savedStore } from '../chat/printed/print-conversation'
import { Button } from '../ui/controls/button'
import { Toast } from '../ui/toast'

const removedShownMs = 10_000
const savedShownMs = 8000

export function RemovedToast() {
  const removed = useStore(conversationStore, (state) => state.removed)
  const isBinOpen = useStore(listStore, (state) => state.isBinOpen)
  useForgetting(removed.length > 0 && removed, removedShownMs, forgetRemoved)
  // The open bin restores one conversation as quickly.
  if (removed.length === 0 || (removed.length === 1 && isBinOpen)) return null
  const [first] = removed
  return (
    <Toast>
      <span className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere]" title={removed.length === 1 ? first?.title : undefined}>
        {copy.app.toasts.deleted(removed.map(({ title }) => title))}
      </span>
      <Button
        look="plain"
        className="h-7"
        onClick={() => {
          void undoRemove()
          if (removed.length > 1) focusSearch()
        }}
      >
        {copy.app.toasts.undo}
      </Button>
    </Toast>
  )
}

export function PdfToast() {
  const place = useStore(savedStore, (state) => state.place)
  useForgetting(place, savedShownMs, forgetSaved)
  if (!place) return null
  return (
    <Toast>
      <span className="[overflow-wrap:anywhere]">{copy.app.toasts.saved(place.name, place.folder)}</span>
    </Toast>
  )
}

export function SavedToast() {
  const saved = useStore(conversationStore, (state) => state.cacheSaved)
  useForgetting(saved, savedShownMs, forgetCacheSaved)
  if (!saved) return null
  return (
    <Toast>
      <span>{copy.app.toasts.cacheSaved(saved).replace(/(\d) /g, '$1\u00a0')}</span>
    </Toast>
  )
}

/** Each new value is shown for the whole time. */
function useForgetting(shown: unknown, forMs: number, forget: () => void): void {
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(forget, forMs)
    return () => clearTimeout(timer)
  }, [shown, forMs, forget])
}
