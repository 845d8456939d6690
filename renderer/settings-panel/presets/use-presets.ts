import { useEffect, useState } from 'react'
import type { Preset } from '../../../core/contract/settings/presets'
import { useApp } from '../../client/use-app'

export function usePresets(): readonly Preset[] | undefined {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.settings)
  const [presets, setPresets] = useState<readonly Preset[]>()
  useEffect(() => {
    let isCurrent = true
    host?.presets.list().then(
      (list) => isCurrent && setPresets(list),
      (error: unknown) => console.warn('presets', error),
    )
    return () => {
      isCurrent = false
    }
  }, [host, revision])
  return presets
}
