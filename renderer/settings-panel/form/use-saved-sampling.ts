/** Stores sampling settings as they are changed. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { forgetStored, type SettingsEdits, type StoredSettings } from '../../settings/settings-edits'

export interface SavedSampling {
  readonly key: string
  readonly stored: StoredSettings
  readonly edits: SettingsEdits
  /** Names of settings that cannot be stored as they are, such as a grammar with an error. */
  readonly unfit: readonly string[]
  readonly save: (change: Partial<SamplingSettings>) => Promise<unknown> | undefined
}

/** Returns the failure of the last attempt. The next change is another attempt. */
export function useSavedSampling(saved: SavedSampling): ShownFailure | undefined {
  const { key, stored, edits, unfit } = saved
  const [trouble, setTrouble] = useState<ShownFailure>()
  const latest = useRef(saved)
  latest.current = saved
  const saving = useRef(0)
  const fit = Object.fromEntries(Object.entries(edits.sampling).filter(([name]) => !unfit.includes(name)))
  const change = JSON.stringify(fit)

  // A page that is reloaded right after a change must have sent it.
  useLayoutEffect(() => {
    if (change === '{}') return
    const store = async () => {
      saving.current++
      try {
        await latest.current.save(JSON.parse(change))
        setTrouble(undefined)
      } catch (error) {
        setTrouble(shownFailure(error))
      } finally {
        saving.current--
      }
    }
    void store()
  }, [change])
  // A later effect could run after the next change, and would forget it before it is sent.
  useLayoutEffect(() => forgetStored(key, stored, saving.current > 0, latest.current.unfit), [key, stored])
  // The next form must not store these changes again: by then, the user may have made others elsewhere.
  useEffect(() => () => forgetStored(key, latest.current.stored, false, latest.current.unfit), [key])
  return trouble
}
