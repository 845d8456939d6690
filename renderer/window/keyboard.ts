/** In a browser, handles all shortcuts. On the desktop, the menu handles all except Escape. */
import { type AppCommand, appCommands } from '../../core/contract/commands/app-commands'
import { type Keyboard, shortcutOf, shortcutsInUse } from '../../core/shortcuts/shortcuts'
import { isDesktop } from '../client/transport'
import { preferenceStore } from './preference-store'

export const keyboard: Keyboard = { host: isDesktop ? 'desktop' : 'web', isMac: navigator.platform.startsWith('Mac') }

/** In single-line fields and open overlays, Escape has its own meaning. */
const isBusyWithEscape = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ||
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')].some((popup) =>
    popup.checkVisibility(),
  )

export function listenToKeys(send: (command: AppCommand) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.key === 'Escape' && !isBusyWithEscape(event.target)) return send('stop')
    if (isDesktop) return
    const pressed = shortcutOf(event, keyboard.isMac)
    if (pressed === undefined) return
    const shortcuts = shortcutsInUse(keyboard.host, preferenceStore.getState().values.shortcuts)
    const command = appCommands.find((candidate) => shortcuts[candidate] === pressed)
    if (!command) return
    event.preventDefault()
    send(command)
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}
