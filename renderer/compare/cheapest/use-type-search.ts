import { useEffect, useState } from 'react'
import type { TypeSearch } from '../../../core/contract/compare/compare-runs'
import { useApp } from '../../client/use-app'

/** null while loading, or without a search. */
export function useTypeSearch(modelId: string): TypeSearch | null {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.compareRuns)
  const [search, setSearch] = useState<TypeSearch | null>(null)
  useEffect(() => {
    let isCurrent = true
    host?.compare.typeSearch({ modelId }).then(
      (found) => isCurrent && setSearch(found),
      (error: unknown) => console.warn('type search', error),
    )
    return () => {
      isCurrent = false
    }
  }, [host, modelId, revision])
  return search
}
