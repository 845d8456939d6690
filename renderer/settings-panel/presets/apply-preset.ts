import type { PresetSettings } from '../../../core/contract/settings/presets'
import { copy } from '../../../core/copy/copy'
import { changeComposerText, composerTextOf, composerTextStore } from '../../chat/conversation/composer-texts'
import { conversationStore } from '../../chat/conversation/conversation-store'
import type { SettingName } from '../../settings/setting-reset'
import { changeEdits, discardEdits, editsOf, type StoredSettings, settingsEditsStore } from '../../settings/settings-edits'

/** Replaces all edits of the form; without KV settings in the preset, edits of those stay. The system prompt goes to the composer, and is sent with the next message. */
export function applyPreset(modelId: string, stored: StoredSettings, { kv, sampling, systemPrompt }: PresetSettings): void {
  const ownKv = editsOf(settingsEditsStore.getState(), modelId).kv
  discardEdits(modelId)
  changeEdits(modelId, stored, { kv: kv ?? ownKv, sampling })
  if (systemPrompt === null) return
  const { openId, thread } = conversationStore.getState()
  const typedSystemPrompt = openId !== null && thread?.systemPrompt === systemPrompt ? null : systemPrompt
  changeComposerText(openId, { typedSystemPrompt })
}

export function presetOf({ kv, sampling: { draftModelId: _, ...sampling } }: StoredSettings, hasKv: boolean): PresetSettings {
  const { openId, thread } = conversationStore.getState()
  const typed = composerTextOf(composerTextStore.getState(), openId).typedSystemPrompt
  const systemPrompt = typed ?? (openId === null ? '' : (thread?.systemPrompt ?? ''))
  return { kv: hasKv ? kv : null, sampling, systemPrompt: systemPrompt === '' ? null : systemPrompt }
}

/**
 * The names of the settings that differ from the preset. What a preset leaves as it is never differs. A system prompt belongs to its
 * conversation, so only one that is typed and not sent yet is compared. It is null if there is none.
 */
export function differencesFrom(preset: PresetSettings, edited: StoredSettings, typedSystemPrompt: string | null): string[] {
  const wanted = { ...preset.kv, ...preset.sampling }
  const current: Readonly<Record<string, unknown>> = { ...edited.kv, ...edited.sampling }
  const names = Object.entries(wanted)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(current[name]))
    .map(([name]) => copy.settings.fields[name as SettingName]?.name ?? name)
  const isPromptOther = preset.systemPrompt !== null && typedSystemPrompt !== null && preset.systemPrompt !== typedSystemPrompt
  return isPromptOther ? [...names, copy.chat.systemPrompt.label] : names
}
