import { copy } from '../../../core/copy/copy'
import { appStore } from '../../client/app-store'
import { focusWhenShown } from '../../window/focus-soon'
import { showPanel, showScreen } from '../../window/window-store'
import type { PaletteEntry } from './palette-entry'

/** The preferences, and the settings of the model if it runs on this machine. */
export function settingEntries(): readonly PaletteEntry[] {
  const { model } = appStore.getState().app ?? {}
  const hasSettings = model?.status === 'ready' || model?.status === 'loading' || (model?.status === 'failed' && model.file !== null)
  return [...(hasSettings ? [presets(), ...modelSettings()] : []), ...preferences()]
}

const presets = (): PaletteEntry => ({
  id: 'presets',
  name: copy.settings.presets.title,
  words: copy.app.paletteWords.presets,
  place: copy.app.commands.settings,
  run: () => {
    showPanel('settings')
    focusWhenShown('aside [data-option="presets"]')
  },
})

const modelSettings = (): PaletteEntry[] =>
  Object.entries(copy.settings.fields).map(([field, { name, label }]) => ({
    id: `setting ${field}`,
    name,
    words: copy.app.paletteWords.settings[field as keyof typeof copy.settings.fields],
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
  const words = copy.app.paletteWords.preferences
  const looks = ['language', 'theme', 'fontSize', 'density', 'numbers'] as const
  const groups: readonly (readonly [title: string, rows: readonly Row[]])[] = [
    [appearance.title, looks.map((look) => named(appearance[look], words[look]))],
    [conversations.title, [named(conversations.start, words.start)]],
    [backends.title, [{ name: backends.list, words: words.backends }]],
    [sessions.title, [{ name: sessions.limit, label: sessions.limitLabel, words: words.sessions }]],
    [api.title, [named(api.switch, words.api)]],
    [
      data.title,
      [
        { name: data.folder, label: data.title, words: words.folder },
        { name: deletion.title, label: data.title, words: words.deletion },
      ],
    ],
    [updates.title, [{ name: updates.allow, words: words.updates }]],
    [shortcuts.title, [named(shortcuts.sendKey, words.sendKey), { name: shortcuts.title, label: shortcuts.title, words: words.shortcuts }]],
  ]
  return groups.flatMap(([title, rows]) =>
    rows.map(({ name, words, label = title }) => ({
      id: `preference ${title} ${name}`,
      name,
      words,
      place: title === name ? copy.app.screens.preferences : `${copy.app.screens.preferences}, ${title}`,
      run: () => {
        showScreen('preferences')
        focusWhenShown(`main ${labelled(label)}`)
      },
    })),
  )
}

interface Row {
  readonly name: string
  readonly words: string
  readonly label?: string
}

const named = (name: string, words: string): Row => ({ name, label: name, words })
const labelled = (label: string): string => `[aria-label="${CSS.escape(label)}"]`
