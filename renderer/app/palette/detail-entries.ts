import { copy } from '../../../core/copy/copy'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { openTools } from '../../chat/tools/tools-store'
import { appStore } from '../../client/app-store'
import { focusWhenShown } from '../../window/focus-soon'
import { preferenceStore, setPreferences } from '../../window/preference-store'
import { showScreen } from '../../window/window-store'
import type { PaletteEntry } from './palette-entry'

/** The two views, and what the plain one hides. */
export function detailEntries(): readonly PaletteEntry[] {
  const { host, app } = appStore.getState()
  const { details } = preferenceStore.getState().values
  const { palette, paletteWords: words } = copy.app
  const model = app?.model
  const inDetails = (name: string, others: string, selector: string): PaletteEntry => ({
    id: `details ${name}`,
    name,
    words: others,
    place: copy.cache.card.details,
    run: () => {
      showScreen('chat')
      if (!details) void setPreferences({ details: true })
      focusWhenShown(selector)
    },
  })
  return [
    {
      id: 'details',
      name: details ? palette.details.hide : palette.details.show,
      words: words.details,
      run: () => void setPreferences({ details: !details }),
    },
    ...(model?.status === 'ready'
      ? [{ id: 'unload', name: palette.unload, words: words.unload, run: () => void host?.models.unload() }]
      : []),
    {
      id: 'tools',
      name: palette.tools,
      words: words.tools,
      run: () => {
        showScreen('chat')
        openTools()
      },
    },
    {
      id: 'system-prompt',
      name: copy.chat.systemPrompt.label,
      words: words.systemPrompt,
      run: () => {
        showScreen('chat')
        focusWhenShown('[data-option="system-prompt"]')
      },
    },
    ...(conversationStore.getState().openId === null
      ? []
      : [inDetails(copy.overflow.form.title, words.overflow, '[data-option="overflow"]')]),
    inDetails(copy.chat.answerCount.label, words.answerCount, `form [aria-label="${CSS.escape(copy.chat.answerCount.label)}"]`),
  ]
}
