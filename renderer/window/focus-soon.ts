/** A new element does not exist before the next frame. */
export const focusSoon = (selector: string): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())

const canHaveFocus = 'button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]'
const ends = ['pointerdown', 'keydown'] as const

/**
 * Opens what the element is folded into, scrolls to it (to its beginning, if it is tall) and moves the focus to it or to its first control.
 * If it is not on the page yet, waits for it until the user does something else.
 */
export function focusWhenShown(selector: string): void {
  const show = (): boolean => {
    const element = document.querySelector<HTMLElement>(selector)
    if (!element) return false
    for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) fold.open = true
    const target = element.matches(canHaveFocus)
      ? element
      : (element.querySelector<HTMLElement>('[aria-pressed="true"]') ?? element.querySelector<HTMLElement>(canHaveFocus))
    element.scrollIntoView({ block: element.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' })
    target?.focus({ preventScroll: true })
    return true
  }
  requestAnimationFrame(() => {
    if (show()) return
    const watch = new MutationObserver(() => show() && stop())
    const stop = () => {
      watch.disconnect()
      for (const end of ends) window.removeEventListener(end, stop, true)
    }
    for (const end of ends) window.addEventListener(end, stop, true)
    watch.observe(document.body, { childList: true, subtree: true })
  })
}
