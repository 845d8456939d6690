import { type AppCommand, appCommands } from '../../../core/contract/commands/app-commands'
import { copy } from '../../../core/copy/copy'
import { shortcutsInUse, shortcutText } from '../../../core/shortcuts/shortcuts'
import { fuzzyFind, fuzzyScore } from '../../../core/text/fuzzy-match'
import { conversationStore, open } from '../../chat/conversation/conversation-store'
import { appStore } from '../../client/app-store'
import { keyboard } from '../../window/keyboard'
import { preferenceStore } from '../../window/preference-store'
import { showScreen } from '../../window/window-store'
import { runCommand } from '../commands/run-command'
import { detailEntries } from './detail-entries'
import type { PaletteEntry } from './palette-entry'
import { settingEntries } from './setting-entries'

type PaletteGroup = 'commands' | 'conversations' | 'settings'
export interface PaletteSection {
  readonly value: PaletteGroup
  readonly items: readonly PaletteEntry[]
}

/** Per group. A longer list is slow to read and to draw. */
const mostFound = 30
const mostConversationsAtFirst = 6

/** All entries that would do something now. */
export const paletteSections = (): readonly PaletteSection[] => [
  { value: 'commands', items: [...commandEntries(), ...detailEntries()] },
  { value: 'conversations', items: conversationEntries() },
  { value: 'settings', items: settingEntries() },
]

/** Only the groups with a match. */
export const findEntries = (sections: readonly PaletteSection[], typed: string): readonly PaletteSection[] =>
  sections
    .map(({ value, items }) => {
      const isLimited = typed.trim() === '' && value === 'conversations'
      const found = fuzzyFind(items, typed, ({ name }) => name)
      return { value, items: found.slice(0, isLimited ? mostConversationsAtFirst : mostFound) }
    })
    .filter(({ items }) => items.length > 0)
    .sort((left, right) => bestScore(right, typed) - bestScore(left, typed))

const bestScore = ({ items }: PaletteSection, typed: string): number => fuzzyScore(items[0]?.name ?? '', typed) ?? 0

function commandEntries(): readonly PaletteEntry[] {
  const shortcuts = shortcutsInUse(keyboard.host, preferenceStore.getState().values.shortcuts)
  return appCommands.filter(isPossible).map((command) => ({
    id: command,
    name: copy.app.commands[command],
    keys: shortcutText(shortcuts[command], keyboard.isMac),
    run: () => runCommand(command),
  }))
}

function isPossible(command: AppCommand): boolean {
  const { openId, thread } = conversationStore.getState()
  const isAnswering = appStore.getState().app?.turns.some(({ conversationId }) => conversationId === openId) ?? false
  if (command === 'delete-conversation') return openId !== null && !isAnswering
  if (['pin-conversation', 'rename-conversation', 'print-conversation'].includes(command)) return openId !== null
  if (command === 'stop') return isAnswering
  if (command === 'regenerate') return !isAnswering && thread?.messages.at(-1)?.role === 'assistant'
  return command !== 'palette'
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
