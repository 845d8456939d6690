/**
 * `Mod` is Cmd on a Mac and Ctrl elsewhere. Keys are named by the character that they type (with Alt, by the physical key), so shortcuts
 * follow the keyboard layout.
 */
import type { SendKey } from '../contract/app/preference-values'
import { type AppCommand, appCommands } from '../contract/commands/app-commands'
import type { ShortcutProblem } from '../contract/errors/app-reasons'
import { copy } from '../copy/copy'

export type ShortcutHost = 'desktop' | 'web'
export type Shortcuts = Readonly<Record<AppCommand, string>>
export interface Keyboard {
  readonly host: ShortcutHost
  readonly isMac: boolean
}

export interface PressedKeys {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  /** Used with Alt, which changes the character: Alt+N types `˜` on a Mac. */
  readonly code: string
}

const desktopShortcuts: Shortcuts = {
  palette: 'Mod+K',
  'new-conversation': 'Mod+N',
  'new-folder': 'Mod+Shift+N',
  'pin-conversation': 'Mod+Shift+P',
  'rename-conversation': '',
  'print-conversation': 'Mod+P',
  'delete-conversation': '',
  'open-model': 'Mod+O',
  'choose-model': 'Mod+Shift+M',
  search: 'Mod+Shift+F',
  preferences: 'Mod+,',
  sidebar: 'Mod+B',
  cache: 'Mod+Shift+K',
  settings: 'Mod+Shift+S',
  events: 'Mod+Shift+E',
  panel: 'Mod+J',
  stop: 'Mod+.',
  regenerate: 'Mod+Shift+R',
  chat: 'Mod+1',
  models: 'Mod+2',
  planner: 'Mod+3',
  compare: 'Mod+4',
  lab: 'Mod+5',
  requests: 'Mod+6',
  'first-steps': '',
  tour: '',
  terms: 'F1',
  shortcuts: '',
  report: '',
  about: '',
}
const webShortcuts: Shortcuts = {
  ...desktopShortcuts,
  'new-conversation': 'Alt+N',
  'new-folder': 'Alt+Shift+N',
  'pin-conversation': 'Alt+P',
  'open-model': 'Alt+O',
  'choose-model': 'Alt+M',
  cache: 'Alt+K',
  settings: 'Alt+S',
  events: 'Alt+E',
  panel: 'Alt+J',
  regenerate: 'Alt+R',
  chat: 'Alt+1',
  models: 'Alt+2',
  planner: 'Alt+3',
  compare: 'Alt+4',
  lab: 'Alt+5',
  requests: 'Alt+6',
}

export const defaultShortcuts = (host: ShortcutHost): Shortcuts => (host === 'desktop' ? desktopShortcuts : webShortcuts)

export const shortcutsInUse = (host: ShortcutHost, own: Partial<Record<AppCommand, string>>): Shortcuts => ({
  ...defaultShortcuts(host),
  ...own,
})

export function shortcutOf(keys: PressedKeys, isMac: boolean): string | undefined {
  if (['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'Dead', 'Unidentified', 'Process'].includes(keys.key) && !keys.altKey)
    return undefined
  const key = keyName(keys)
  if (key === undefined) return undefined
  const mod = isMac ? keys.metaKey : keys.ctrlKey
  const other = isMac ? keys.ctrlKey : keys.metaKey
  // Ctrl on a Mac and the Windows key belong to the system.
  if (other) return undefined
  return [...(mod ? ['Mod'] : []), ...(keys.altKey ? ['Alt'] : []), ...(keys.shiftKey ? ['Shift'] : []), key].join('+')
}

export const sendsMessage = (keys: PressedKeys, sendKey: SendKey, isMac: boolean): boolean =>
  sendKey === 'Enter' ? keys.key === 'Enter' && !keys.shiftKey : shortcutOf(keys, isMac) === sendKey

export const newLineKey = (sendKey: SendKey): string => (sendKey === 'Enter' ? 'Shift+Enter' : 'Enter')

function keyName({ key, code, altKey }: PressedKeys): string | undefined {
  const physical = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]
  if (altKey && physical) return physical
  if (key === ' ') return 'Space'
  if (key === '+') return 'Plus'
  if (key.length === 1) return key.toUpperCase()
  return /^(F\d{1,2}|Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown|Insert|Delete|Enter|Tab|Backspace|Escape)$/.test(key)
    ? key
    : undefined
}

const needed = new Map<string, 'edits-text' | 'sends-message' | 'zooms' | 'closes-app' | 'closes-window'>([
  ...['A', 'C', 'V', 'X', 'Z'].map((key) => [`Mod+${key}`, 'edits-text'] as const),
  ['Mod+Shift+Z', 'edits-text'],
  ['Mod+Y', 'edits-text'],
  ['Mod+Enter', 'sends-message'],
  ['Mod+Plus', 'zooms'],
  ['Mod+-', 'zooms'],
  ['Mod+0', 'zooms'],
  ['Mod+Q', 'closes-app'],
  ['Mod+W', 'closes-window'],
])
const browsersOwn = [
  'Mod+N',
  'Mod+T',
  'Mod+W',
  'Mod+O',
  'Mod+L',
  'Mod+R',
  'Mod+Tab',
  'Mod+Shift+N',
  'Mod+Shift+T',
  'Mod+Shift+R',
  'F5',
  'F11',
  'F12',
]

export function shortcutProblem(
  { host, isMac }: Keyboard,
  shortcuts: Shortcuts,
  command: AppCommand,
  shortcut: string,
): ShortcutProblem | undefined {
  if (shortcut === '') return undefined
  const shown = shortcutText(shortcut, isMac)
  const keys = shortcut.split('+')
  const key = keys.at(-1) ?? ''
  const isFunctionKey = /^F\d+$/.test(key)
  if (!isFunctionKey && !keys.includes('Mod') && !keys.includes('Alt')) return { kind: 'types-text', keys: shown }
  const need = needed.get(shortcut)
  if (need) return { kind: need, keys: shown }
  if (host === 'web' && (browsersOwn.includes(shortcut) || /^Mod\+\d$/.test(shortcut))) return { kind: 'of-browser', keys: shown }
  const taken = appCommands.find((other) => other !== command && shortcuts[other] === shortcut)
  return taken && { kind: 'taken', keys: shown, command: taken }
}

export function firstProblem(keyboard: Keyboard, shortcuts: Shortcuts): ShortcutProblem | undefined {
  const defaults = defaultShortcuts(keyboard.host)
  const own = appCommands.filter((command) => shortcuts[command] !== defaults[command])
  return own.map((command) => shortcutProblem(keyboard, shortcuts, command, shortcuts[command])).find(Boolean)
}

export function shortcutText(shortcut: string, isMac: boolean): string {
  const words = isMac ? { Mod: '⌘', Alt: '⌥', Shift: '⇧', Plus: '+' } : copy.app.keyNames
  return shortcut
    .split('+')
    .map((key) => words[key as keyof typeof words] ?? key.replace('Arrow', ''))
    .join(isMac ? '' : '+')
}

export const acceleratorOf = (shortcut: string): string | undefined =>
  shortcut === '' ? undefined : shortcut.replace('Mod', 'CmdOrCtrl').replace('Arrow', '')
