import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Preset } from '../../../core/contract/settings/presets'
import { composerTextOf, composerTextStore } from '../../chat/conversation/composer-texts'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { useApp } from '../../client/use-app'
import type { StoredSettings } from '../../settings/settings-edits'
import { differencesFrom } from './apply-preset'
import { usePresets } from './use-presets'

export interface UsedPreset {
  readonly preset: Preset
  /** The names of the settings that were changed since. */
  readonly changed: readonly string[]
}

/** The preset that the model used last. */
export function useUsedPreset(modelId: string, edited: StoredSettings): UsedPreset | undefined {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.settings)
  const presets = usePresets()
  const [usedId, setUsedId] = useState<string | null>(null)
  const openId = useStore(conversationStore, (state) => state.openId)
  const typed = useStore(composerTextStore, (all) => composerTextOf(all, openId).typedSystemPrompt)
  useEffect(() => {
    let isCurrent = true
    host?.presets.used({ modelId }).then(
      ({ presetId }) => isCurrent && setUsedId(presetId),
      (error: unknown) => console.warn('used preset', error),
    )
    return () => {
      isCurrent = false
    }
  }, [host, modelId, revision])
  const preset = presets?.find(({ id }) => id === usedId)
  return preset && { preset, changed: differencesFrom(preset.settings, edited, typed) }
}
