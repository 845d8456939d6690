import { useEffect, useState } from 'react'
import { useApp } from '../client/use-app'
import type { StoredSettings } from './settings-edits'

export function useStoredSettings(modelId: string): StoredSettings | undefined {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.settings)
  const [stored, setStored] = useState<StoredSettings>()
  useEffect(() => {
    let isCurrent = true
    host?.models.settings({ modelId }).then(
      (settings) => isCurrent && setStored(settings),
      (error: unknown) => console.warn('settings', error),
    )
    return () => {
      isCurrent = false
    }
  }, [host, modelId, revision])
  return stored
}
