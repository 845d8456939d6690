import { useEffect, useState } from 'react'
import type { ReadModel } from '../../../core/bandwidth/token-reads'
import type { PrefillPeak } from '../../../core/contract/models/bandwidth'
import { useApp } from '../../client/use-app'

/** undefined while loading. null if the header is unreadable or does not describe the weights. */
export function useReadModel(modelId: string): ReadModel | null | undefined {
  const host = useApp((state) => state.host)
  const [model, setModel] = useState<ReadModel | null>()
  useEffect(() => {
    let isCurrent = true
    const show = (next: ReadModel | null) => isCurrent && setModel(next)
    host?.plan.inspect({ kind: 'model', modelId }).then(
      ({ shape, reads }) => show(reads && { shape, weights: reads }),
      () => show(null),
    )
    return () => {
      isCurrent = false
    }
  }, [host, modelId])
  return model
}

/** null while loading, or if not measured. */
export function usePrefillPeak(modelId: string): PrefillPeak | null {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.bandwidth.peakRevision)
  const [peak, setPeak] = useState<PrefillPeak | null>(null)
  useEffect(() => {
    let isCurrent = true
    host?.bandwidth.peak({ modelId }).then(
      (next) => isCurrent && setPeak(next),
      (error: unknown) => console.warn('prefill peak', error),
    )
    return () => {
      isCurrent = false
    }
  }, [host, modelId, revision])
  return peak
}
