import { useEffect, useState } from 'react'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import { useApp } from '../client/use-app'

interface ServerSampling {
  readonly sampling: SamplingSettings
  readonly defaults: SamplingSettings
}

export function useServerSampling(id: string | undefined): ServerSampling | undefined {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.settings)
  const [stored, setStored] = useState<ServerSampling>()
  useEffect(() => {
    let isCurrent = true
    if (id !== undefined)
      host?.servers.settings({ id }).then(
        (settings) => isCurrent && setStored(settings),
        (error: unknown) => console.warn('settings', error),
      )
    return () => {
      isCurrent = false
    }
  }, [host, id, revision])
  return id === undefined ? undefined : stored
}
