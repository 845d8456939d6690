import { useEffect } from 'react'
import type { BackendReport } from '../../core/contract/models/backends'
import { useApp } from './use-app'

/** Tries untried backends, unless a benchmark is running. */
export function useBackends(): BackendReport | undefined {
  const host = useApp((state) => state.host)
  const report = useApp((state) => state.app?.backends)
  const isBusy = useApp((state) => state.app === undefined || state.app.compareRunId !== null)
  useEffect(() => {
    if (host && !isBusy) host.backends.probe({ again: false }).catch((error: unknown) => console.warn('backends', error))
  }, [host, isBusy])
  return report
}
