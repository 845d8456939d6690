import { useSyncExternalStore } from 'react'

const root = document.documentElement

export const useTheme = (): string =>
  useSyncExternalStore(
    (onChange) => {
      const observer = new MutationObserver(onChange)
      observer.observe(root, { attributeFilter: ['data-theme'] })
      return () => observer.disconnect()
    },
    () => root.dataset.theme ?? 'light',
  )

/** `name` is a CSS variable. The canvas normalizes any color to #rrggbb. */
export function colorOf(name: string): readonly [red: number, green: number, blue: number] {
  const brush = document.createElement('canvas').getContext('2d')
  if (!brush) return [0, 0, 0]
  brush.fillStyle = getComputedStyle(root).getPropertyValue(name).trim()
  const value = Number.parseInt(String(brush.fillStyle).slice(1), 16)
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}
