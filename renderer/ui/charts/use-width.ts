import { type RefObject, useLayoutEffect, useState } from 'react'

/** In whole pixels. 0 until mounted. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(measured)
    setWidth(Math.floor(measured.clientWidth))
    return () => observer.disconnect()
  }, [element])
  return width
}
