import { type AppCommand, appCommands } from '../../../core/contract/commands/app-commands'
import { copy } from '../../../core/copy/copy'
import { shortcutsInUse, shortcutText } from '../../../core/shortcuts/shortcuts'
import { formatBytes } from '../../../core/text/amounts'
import { fuzzyFind, fuzzyScore } from '../../../core/text/fuzzy-match'
import { conversationStore, open } from '../../chat/conversation/conversation-store'
import { isWriting } from '../../chat/conversation/use-is-answering'
import { appStore } from '../../client/app-store'
import { isDesktop } from '../../client/transport'
import { load } from '../../models/library/model-actions'
import { keyboard } from '../../window/keyboard'
import { preferenceStore } from '../../window/preference-store'
import { showScreen } from '../../window/window-store'
import { runCommand } from '../commands/run-command'
import { detailEntries } from './detail-entries'
import type { PaletteEntry } from './palette-entry'
import { settingEntries } from './setting-entries'

type PaletteGroup = 'commands' | 'models' | 'conversations' | 'settings'
export interface PaletteSection {
  readonly value: PaletteGroup
  readonly items: readonly PaletteEntry[]
}

/** Per group. A longer list is slow to read and to draw. */
const mostFound = 30
const mostNamedAtFirst = 6

/** All entries that would do something now. */
export const paletteSections = (): readonly PaletteSection[] => [
  { value: 'commands', items: [...commandEntries(), ...detailEntries()] },
  { value: 'models', items: modelEntries() },
  { value: 'conversations', items: conversationEntries() },
  { value: 'settings', items: settingEntries() },
]

/** Only the groups with a match. */
export const findEntries = (sections: readonly PaletteSection[], typed: string): readonly PaletteSection[] =>
  sections
    .map(({ value, items }) => {
      const isLimited = typed.trim() === '' && (value === 'conversations' || value === 'models')
      const found = fuzzyFind(items, typed, nameOf, wordsOf)
      return { value, items: found.slice(0, isLimited ? mostNamedAtFirst : mostFound) }
    })
    .filter(({ items }) => items.length > 0)
    .sort((left, right) => bestScore(right, typed) - bestScore(left, typed))

const bestScore = ({ items }: PaletteSection, typed: string): number => fuzzyScore(items[0]?.name ?? '', typed, items[0]?.words) ?? 0

const nameOf = ({ name }: PaletteEntry): string => name
const wordsOf = ({ words }: PaletteEntry): string | undefined => words

function commandEntries(): readonly PaletteEntry[] {
  const shortcuts = shortcutsInUse(keyboard.host, preferenceStore.getState().values.shortcuts)
  return appCommands.filter(isPossible).map((command) => ({
    id: command,
    name: command === 'print-conversation' ? copy.app.palette.print(isDesktop) : copy.app.commands[command],
    words: copy.app.paletteWords.commands[command],
    keys: shortcutText(shortcuts[command], keyboard.isMac),
    run: () => runCommand(command),
  }))
}

function isPossible(command: AppCommand): boolean {
  const { openId, thread } = conversationStore.getState()
  const isAnswering = isWriting(openId)
  if (command === 'delete-conversation') return openId !== null && !isAnswering
  if (['pin-conversation', 'rename-conversation', 'print-conversation'].includes(command)) return openId !== null
  if (command === 'stop') return isAnswering
  if (command === 'regenerate') return !isAnswering && thread?.messages.at(-1)?.role === 'assistant'
  return command !== 'palette'
}

function modelEntries(): readonly PaletteEntry[] {
  const { app, models } = appStore.getState()
  const loadedId = app?.model.status === 'ready' ? app.model.file.id : null
  return models
    .filter(({ missing }) => !missing)
    .map(({ id, name, sizeBytes }) => ({
      id: `model ${id}`,
      name,
      place: id === loadedId ? copy.app.palette.loaded : formatBytes(sizeBytes),
      run: () => (id === loadedId ? showScreen('chat') : void load(id)),
    }))
}

const conversationEntries = (): readonly PaletteEntry[] =>
  conversationStore.getState().list.map(({ id, title }) => ({
    id,
    name: title,
    run: () => {
      showScreen('chat')
      void open(id)
    },
  }))
