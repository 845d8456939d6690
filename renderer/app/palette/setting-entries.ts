import { copy } from '../../../core/copy/copy'
import { appStore } from '../../client/app-store'
import { focusWhenShown } from '../../window/focus-soon'
import { showPanel, showScreen } from '../../window/window-store'
import type { PaletteEntry } from './palette-entry'

/** The preferences, and the settings of the model if it runs on this machine. */
export function settingEntries(): readonly PaletteEntry[] {
  const { model } = appStore.getState().app ?? {}
  const hasSettings = model?.status === 'ready' || model?.status === 'loading' || (model?.status === 'failed' && model.file !== null)
  return [...(hasSettings ? modelSettings() : []), ...preferences()]
}

const modelSettings = (): PaletteEntry[] =>
  Object.entries(copy.settings.fields).map(([field, { name, label }]) => ({
    id: `setting ${field}`,
    name,
    place: copy.app.commands.settings,
    run: () => {
      showPanel('settings')
      focusWhenShown(`aside :is(${[label, ...plainLabels(field)].map(labelled).join()})`)
    },
  }))

/** The plain view shows these settings under another name. */
function plainLabels(field: string): readonly string[] {
  const { length, contextLabel } = copy.settings.plain
  return field === 'maxTokens' ? [length] : field === 'contextTokens' ? [contextLabel] : []
}

function preferences(): PaletteEntry[] {
  const { appearance, conversations, backends, sessions, api, data, deletion, updates, shortcuts } = copy.preferences
  const groups: readonly (readonly [title: string, rows: readonly { readonly name: string; readonly label?: string }[]])[] = [
    [appearance.title, [appearance.language, appearance.theme, appearance.fontSize, appearance.density, appearance.numbers].map(named)],
    [conversations.title, [named(conversations.start)]],
    [backends.title, [{ name: backends.list }]],
    [sessions.title, [{ name: sessions.limit, label: sessions.limitLabel }]],
    [api.title, [named(api.switch)]],
    [
      data.title,
      [
        { name: data.folder, label: data.title },
        { name: deletion.title, label: data.title },
      ],
    ],
    [updates.title, [{ name: updates.allow }]],
    [shortcuts.title, [named(shortcuts.sendKey), { name: shortcuts.title, label: shortcuts.title }]],
  ]
  return groups.flatMap(([title, rows]) =>
    rows.map(({ name, label = title }) => ({
      id: `preference ${title} ${name}`,
      name,
      place: title === name ? copy.app.screens.preferences : `${copy.app.screens.preferences}, ${title}`,
      run: () => {
        showScreen('preferences')
        focusWhenShown(`main ${labelled(label)}`)
      },
    })),
  )
}

const named = (name: string) => ({ name, label: name })
const labelled = (label: string): string => `[aria-label="${CSS.escape(label)}"]`
