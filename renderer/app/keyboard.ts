/**
 * The shortcuts of a browser window. The desktop's menu has the same ones and sends them as commands, so there
 * only Escape is left to the page.
 */
import type { AppCommand } from '../../core/contract/app-commands'
import { isDesktop } from '../client/transport'

const isMac = navigator.platform.startsWith('Mac')

/** Browsers keep some combinations for themselves (Ctrl+N, Ctrl+O, Ctrl+1): there Alt stands in. */
const shortcuts: readonly {
  readonly key: string
  readonly alt?: boolean
  readonly mod?: boolean
  readonly shift?: boolean
  readonly command: AppCommand
}[] = [
  { key: 'n', alt: true, command: 'new-conversation' },
  { key: 'o', alt: true, command: 'open-model' },
  { key: '1', alt: true, command: 'chat' },
  { key: '2', alt: true, command: 'models' },
  { key: '3', alt: true, command: 'planner' },
  { key: 'k', mod: true, command: 'search' },
  { key: ',', mod: true, command: 'settings' },
  { key: '.', mod: true, command: 'stop' },
]

/** Whatever is open closes first, and a field of one line (search, a new title) has an Escape of its own. */
const isBusyWithEscape = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ||
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((popup) => popup.checkVisibility())

export function listenToKeys(send: (command: AppCommand) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isBusyWithEscape(event.target)) return send('stop')
    if (isDesktop) return
    const mod = isMac ? event.metaKey : event.ctrlKey
    const found = shortcuts.find(
      (shortcut) =>
        shortcut.key === event.key.toLowerCase() &&
        (shortcut.alt ?? false) === event.altKey &&
        (shortcut.mod ?? false) === mod &&
        (shortcut.shift ?? false) === event.shiftKey,
    )
    if (!found) return
    event.preventDefault()
    send(found.command)
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}
