import { useEffect } from 'react'
import { useStore } from 'zustand'
import { formatBytes, formatCount, formatMs } from '../../core/text/amounts'
import { conversationStore, forgetCacheSaved } from '../chat/conversation-store'

const shownMs = 8000

/** Says that a cache is on the disk now, after it was asked for. */
export function SavedToast() {
  const saved = useStore(conversationStore, (state) => state.cacheSaved)
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(forgetCacheSaved, shownMs)
    return () => clearTimeout(timer)
  }, [saved])
  if (!saved) return null
  return (
    <p
      role="status"
      className="fixed bottom-20 left-3 z-40 w-54 rounded-lg bg-ink px-3 py-2 text-[13px] text-paper leading-snug shadow-raised @max-[62.5rem]:w-46"
    >
      Cache saved: {formatCount(saved.tokens)} tokens, {formatBytes(saved.bytes)}, {formatMs(saved.ms)}
    </p>
  )
}
