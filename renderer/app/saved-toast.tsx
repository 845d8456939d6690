import { useEffect } from 'react'
import { useStore } from 'zustand'
import { formatBytes, formatCount, formatMs } from '../../core/text/amounts'
import { conversationStore, forgetCacheSaved } from '../chat/conversation-store'
import { Toast } from '../ui/toast'

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
    <Toast>
      <span>
        Cache saved:{' '}
        {[`${formatCount(saved.tokens)} tokens`, formatBytes(saved.bytes), formatMs(saved.ms)].join(', ').replace(/(\d) /g, '$1\u00a0')}
      </span>
    </Toast>
  )
}
