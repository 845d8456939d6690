import { useEffect } from 'react'

/** Escape closes overlays first, starting with the topmost. With `within`, only if the focus is in such an element, or nowhere. */
export function useEscape(isOpen: boolean, onEscape: () => void, within?: string): void {
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      const popups = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')]
      if (event.key !== 'Escape' || event.defaultPrevented || popups.some((popup) => popup.checkVisibility())) return
      const { activeElement } = document
      if (within && activeElement !== document.body && !activeElement?.closest(within)) return
      event.preventDefault()
      event.stopPropagation()
      onEscape()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [isOpen, onEscape, within])
}
