import type { Page } from '@playwright/test'

/** Finds covered text and controls, controls outside their form, and sideways scrolling outside of tables, code and cell maps. */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50)}”`
    const styleOf = (element: Element) => getComputedStyle(element)

    /** The part that is visible inside scrollers and the window. */
    const seenPart = (element: Element) => {
      let { left, top, right, bottom } = element.getBoundingClientRect()
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (styleOf(around).overflow === 'visible') continue
        const frame = around.getBoundingClientRect()
        left = Math.max(left, frame.left)
        top = Math.max(top, frame.top)
        right = Math.min(right, frame.right)
        bottom = Math.min(bottom, frame.bottom)
      }
      return { left, top, right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight) }
    }
    /** True for elements that may cover others: panels over the thread, and the sticky footer of a form. */
    const isLaidOver = (element: Element): boolean => {
      for (let around: Element | null = element; around; around = around.parentElement)
        if (Number(styleOf(around).zIndex) >= 30 || styleOf(around).position === 'sticky') return true
      return false
    }
    const hasOwnText = (element: Element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    const isControl = (element: Element) => element.matches('button, input, textarea, [role="combobox"]')

    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const sideways = /auto|scroll/.test(styleOf(element).overflowX) && element.scrollWidth > element.clientWidth + 1
      if (sideways && !element.querySelector(':scope > table') && !element.closest('pre'))
        faults.push(`${nameOf(element)} scrolls sideways`)
      if (!hasOwnText(element) && !isControl(element)) continue
      const { left, top, right, bottom } = seenPart(element)
      if (right - left < 4 || bottom - top < 4) continue
      const form = element.closest('form')?.getBoundingClientRect()
      if (form && isControl(element) && (left < form.left - 1 || right > form.right + 1))
        faults.push(`${nameOf(element)} is outside its form`)
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      if (!hit || hit.contains(element) || element.contains(hit) || isLaidOver(hit)) continue
      faults.push(`${nameOf(element)} lies under ${nameOf(hit)}`)
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways')
    // Happens if a visually hidden element is positioned outside its scroller.
    if (document.documentElement.scrollHeight > innerHeight) faults.push('the page itself can be scrolled')
    return faults
  })
