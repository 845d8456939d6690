import { describe, expect, it } from 'vitest'
import { appCommands } from '../contract/commands/app-commands'
import {
  acceleratorOf,
  defaultShortcuts,
  firstProblem,
  newLineKey,
  type PressedKeys,
  sendsMessage,
  shortcutOf,
  shortcutProblem,
  shortcutsInUse,
  shortcutText,
} from './shortcuts'

const press = (key: string, held: Partial<PressedKeys> = {}): PressedKeys => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})
const web = defaultShortcuts('web')
const browser = { host: 'web', isMac: false } as const

describe('pressed keys', () => {
  it('are named by the character that they type, with Mod for Ctrl on a PC and Cmd on a Mac', () => {
    expect(shortcutOf(press('k', { ctrlKey: true }), false)).toBe('Mod+K')
    expect(shortcutOf(press('k', { metaKey: true }), true)).toBe('Mod+K')
    expect(shortcutOf(press('R', { ctrlKey: true, shiftKey: true }), false)).toBe('Mod+Shift+R')
    expect(shortcutOf(press(',', { ctrlKey: true }), false)).toBe('Mod+,')
  })
  it('are named by the physical key if Alt is pressed, because Alt+N types a tilde on a Mac', () => {
    expect(shortcutOf(press('˜', { altKey: true, code: 'KeyN' }), true)).toBe('Alt+N')
    expect(shortcutOf(press('Dead', { altKey: true, code: 'KeyN' }), true)).toBe('Alt+N')
  })
  it('are not a shortcut if they are only modifiers or include the system’s own key', () => {
    expect(shortcutOf(press('Control', { ctrlKey: true }), false)).toBeUndefined()
    expect(shortcutOf(press('Alt', { altKey: true, code: 'AltLeft' }), false)).toBeUndefined()
    expect(shortcutOf(press('l', { metaKey: true }), false)).toBeUndefined()
  })
})

describe('the key that sends a message', () => {
  it('is Enter without Shift', () => {
    expect(sendsMessage(press('Enter'), 'Enter', false)).toBe(true)
    expect(sendsMessage(press('Enter', { shiftKey: true }), 'Enter', false)).toBe(false)
    expect(sendsMessage(press('a'), 'Enter', false)).toBe(false)
    expect(newLineKey('Enter')).toBe('Shift+Enter')
  })
  it('can be Ctrl+Enter (Cmd+Enter on a Mac), so that Enter starts a new line', () => {
    expect(sendsMessage(press('Enter', { ctrlKey: true }), 'Mod+Enter', false)).toBe(true)
    expect(sendsMessage(press('Enter', { metaKey: true }), 'Mod+Enter', true)).toBe(true)
    expect(sendsMessage(press('Enter', { ctrlKey: true }), 'Mod+Enter', true)).toBe(false)
    for (const held of [{}, { shiftKey: true }, { altKey: true }])
      expect(sendsMessage(press('Enter', held), 'Mod+Enter', false)).toBe(false)
    expect(newLineKey('Mod+Enter')).toBe('Enter')
  })
})

describe('the default shortcuts', () => {
  it.each(['desktop', 'web'] as const)('conflict neither with each other nor with the host: %s', (host) => {
    const shortcuts = defaultShortcuts(host)
    for (const command of appCommands)
      expect(shortcutProblem({ host, isMac: false }, shortcuts, command, shortcuts[command])).toBeUndefined()
  })
  it('can be replaced by the user', () => {
    expect(shortcutsInUse('web', { search: 'Mod+U' })).toEqual({ ...web, search: 'Mod+U' })
    expect(firstProblem(browser, { ...web, search: 'Mod+U' })).toBeUndefined()
    expect(firstProblem(browser, { ...web, stop: 'Mod+K' })).toEqual({ kind: 'taken', keys: 'Ctrl+K', command: 'palette' })
  })
})

describe('a shortcut', () => {
  it('is refused if another command has it, and the refusal names that command', () => {
    expect(shortcutProblem(browser, web, 'stop', 'Mod+K')).toEqual({ kind: 'taken', keys: 'Ctrl+K', command: 'palette' })
    expect(shortcutProblem(browser, web, 'palette', 'Mod+K')).toBeUndefined()
  })
  it('is refused if it types, copies or sends text, or belongs to the browser', () => {
    expect(shortcutProblem(browser, web, 'stop', 'S')).toEqual({ kind: 'types-text', keys: 'S' })
    expect(shortcutProblem(browser, web, 'stop', 'Shift+S')).toEqual({ kind: 'types-text', keys: 'Shift+S' })
    expect(shortcutProblem(browser, web, 'stop', 'Mod+C')).toEqual({ kind: 'edits-text', keys: 'Ctrl+C' })
    expect(shortcutProblem(browser, web, 'stop', 'Mod+Enter')).toEqual({ kind: 'sends-message', keys: 'Ctrl+Enter' })
    expect(shortcutProblem(browser, web, 'stop', 'Mod+T')).toEqual({ kind: 'of-browser', keys: 'Ctrl+T' })
    expect(shortcutProblem({ host: 'desktop', isMac: false }, defaultShortcuts('desktop'), 'stop', 'Mod+T')).toBeUndefined()
  })
  it('can be a function key, or empty', () => {
    expect(shortcutProblem(browser, web, 'stop', 'F8')).toBeUndefined()
    expect(shortcutProblem(browser, web, 'stop', '')).toBeUndefined()
  })
  it('is shown with the names of the keys on the keyboard, and passed to Electron in Electron’s notation', () => {
    expect(shortcutText('Mod+Shift+R', false)).toBe('Ctrl+Shift+R')
    expect(shortcutText('Mod+Shift+R', true)).toBe('⌘⇧R')
    expect(shortcutText('', false)).toBe('')
    expect(acceleratorOf('Mod+Shift+R')).toBe('CmdOrCtrl+Shift+R')
    expect(acceleratorOf('')).toBeUndefined()
  })
})
