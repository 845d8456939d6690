/**
 * The shortcuts of a browser window. The desktop's menu has them and sends commands, so there only Escape is left
 * to the page.
 */
import { type AppCommand, appCommands } from '../../core/contract/app/app-commands'
import { type Keyboard, shortcutOf, shortcutsInUse } from '../../core/shortcuts/shortcuts'
import { isDesktop } from '../client/transport'
import { preferenceStore } from './preference-store'

export const keyboard: Keyboard = { host: isDesktop ? 'desktop' : 'web', isMac: navigator.platform.startsWith('Mac') }

/** Whatever is open closes first, and a field of one line (search, a new title) has an Escape of its own. */
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
