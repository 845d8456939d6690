import { useEffect, useState } from 'react'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import { useApp } from '../client/use-app'

/** The sampling settings of a saved server. */
export function useServerSampling(id: string | undefined): SamplingSettings | undefined {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.settings)
  const [sampling, setSampling] = useState<SamplingSettings>()
  useEffect(() => {
    let isCurrent = true
    if (id !== undefined)
      host?.servers.settings({ id }).then(
        (settings) => isCurrent && setSampling(settings),
        (error: unknown) => console.warn('settings', error),
      )
    return () => {
      isCurrent = false
    }
  }, [host, id, revision])
  return id === undefined ? undefined : sampling
}
