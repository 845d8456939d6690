import { useEffect, useState } from 'react'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import { useApp } from '../client/use-app'
import type { StoredSettings } from './settings-edits'

export interface ModelSettings extends StoredSettings {
  /** The sampling settings of a model that was never set up. */
  readonly defaults: SamplingSettings
}

export function useStoredSettings(modelId: string): ModelSettings | undefined {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.settings)
  const [stored, setStored] = useState<ModelSettings>()
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
