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
  const conversation = conversationStore.getState()
  const systemPrompt = systemPromptOf(conversation, composerTextOf(composerTextStore.getState(), conversation.openId).typedSystemPrompt)
  return { kv: hasKv ? kv : null, sampling, systemPrompt: systemPrompt === '' ? null : systemPrompt }
}

type OpenConversation = Pick<ReturnType<typeof conversationStore.getState>, 'openId' | 'thread'>

/** What is typed and not sent yet goes first. */
export const systemPromptOf = ({ openId, thread }: OpenConversation, typed: string | null): string =>
  typed ?? (openId === null ? '' : (thread?.systemPrompt ?? ''))

/** The names of the settings that differ from the preset. What a preset leaves as it is never differs. */
export function differencesFrom(preset: PresetSettings, edited: StoredSettings, systemPrompt: string): string[] {
  const wanted = { ...preset.kv, ...preset.sampling }
  const current: Readonly<Record<string, unknown>> = { ...edited.kv, ...edited.sampling }
  const names = Object.entries(wanted)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(current[name]))
    .map(([name]) => copy.settings.fields[name as SettingName]?.name ?? name)
  const isPromptOther = preset.systemPrompt !== null && preset.systemPrompt !== systemPrompt
  return isPromptOther ? [...names, copy.chat.systemPrompt.label] : names
}
