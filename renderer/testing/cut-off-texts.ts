/**
 * Finds texts that do not fit, except in scrollers and where an ellipsis has a title with the whole text. Uses nothing outside itself, so
 * that Playwright can run it in a page.
 */
export function cutOffTexts(root: Element): string[] {
  const isForScreenReaders = (element: Element) => element.clientWidth <= 1
  return [...root.querySelectorAll('*')]
    .filter((element) => {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!hasText || !element.checkVisibility() || isForScreenReaders(element)) return false
      if (element.clientWidth === 0) return false
      if (element.scrollWidth <= element.clientWidth + 1) return false
      const { overflowX, textOverflow } = getComputedStyle(element)
      if (overflowX === 'auto' || overflowX === 'scroll') return false
      return textOverflow !== 'ellipsis' || !element.closest('[title]')
    })
    .map((element) => `${element.tagName.toLowerCase()} “${element.textContent?.trim().slice(0, 60)}”`)
}
