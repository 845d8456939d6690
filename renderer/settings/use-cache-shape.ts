import { useEffect, useState } from 'react'
import type { CacheShape } from '../../core/kv/shape/cache-shape'
import { useApp } from '../client/use-app'

/** null while loading, and always for an unreadable file. */
export function useCacheShape(modelId: string): CacheShape | null {
  const host = useApp((state) => state.host)
  const [shape, setShape] = useState<CacheShape | null>(null)
  useEffect(() => {
    let isCurrent = true
    const show = (next: CacheShape | null) => isCurrent && setShape(next)
    // If the shape is unknown, only the host refuses what llama.cpp would refuse.
    host?.models.cacheShape({ modelId }).then(show, () => show(null))
    return () => {
      isCurrent = false
    }
  }, [host, modelId])
  return shape
}
