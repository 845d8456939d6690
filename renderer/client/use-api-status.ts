import { useEffect, useState } from 'react'
import type { ApiStatus } from '../../core/contract/app/api'
import { useApp } from './use-app'

export function useApiStatus(): ApiStatus | undefined {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.api)
  const [status, setStatus] = useState<ApiStatus>()
  useEffect(() => void host?.api.read().then(setStatus, (error: unknown) => console.warn('api', error)), [host, revision])
  return status
}
