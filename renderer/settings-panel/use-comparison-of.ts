import { useEffect, useState } from 'react'
import type { MeasuredPair } from '../../core/contract/compare/compare-runs'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import { useApp } from '../client/use-app'

/** Returns the last run that measured `settings` against `reference`. null while loading, or if there is no such run. */
export function useComparisonOf(modelId: string, reference: KvSettings, settings: KvSettings): MeasuredPair | null {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.compareRuns)
  const asked = JSON.stringify({ modelId, reference, settings })
  const [found, setFound] = useState<{ readonly asked: string; readonly pair: MeasuredPair | null }>()
  useEffect(() => {
    let isCurrent = true
    host?.compare.measuredPair(JSON.parse(asked)).then(
      (pair) => isCurrent && setFound({ asked, pair }),
      (error: unknown) => console.warn('comparison', error),
    )
    return () => {
      isCurrent = false
    }
  }, [host, asked, revision])
  return found?.asked === asked ? found.pair : null
}
