import type { PresetSettings } from '../../../core/contract/settings/presets'
import { changeComposerText, composerTextOf, composerTextStore } from '../../chat/conversation/composer-texts'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { changeEdits, discardEdits, type StoredSettings } from '../../settings/settings-edits'

/** Replaces all edits of the form. The system prompt goes to the composer, and is sent with the next message. */
export function applyPreset(modelId: string, stored: StoredSettings, { kv, sampling, systemPrompt }: PresetSettings): void {
  discardEdits(modelId)
  changeEdits(modelId, stored, { kv, sampling })
  if (systemPrompt === null) return
  const { openId, thread } = conversationStore.getState()
  const typedSystemPrompt = openId !== null && thread?.systemPrompt === systemPrompt ? null : systemPrompt
  changeComposerText(openId, { typedSystemPrompt })
}

export function presetOf({ kv, sampling: { draftModelId: _, ...sampling } }: StoredSettings): PresetSettings {
  const { openId, thread } = conversationStore.getState()
  const typed = composerTextOf(composerTextStore.getState(), openId).typedSystemPrompt
  const systemPrompt = typed ?? (openId === null ? '' : (thread?.systemPrompt ?? ''))
  return { kv, sampling, systemPrompt: systemPrompt === '' ? null : systemPrompt }
}
