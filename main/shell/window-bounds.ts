import type { BrowserWindow, Rectangle } from 'electron'
import { screen } from 'electron'
import { z } from 'zod'
import type { Preferences } from '../store/preferences'

const key = 'window'
const bounds = z.object({ x: z.int(), y: z.int(), width: z.int().min(600), height: z.int().min(400), maximized: z.boolean() })
type Bounds = z.infer<typeof bounds>

const ordinary = { width: 1280, height: 800 }

export function rememberedBounds(preferences: Preferences): Partial<Rectangle> & { maximized: boolean } {
  const stored = bounds.safeParse(preferences.get(key))
  if (!stored.success || !isOnScreen(stored.data)) return { ...ordinary, maximized: false }
  return stored.data
}

export function rememberBounds(window: BrowserWindow, preferences: Preferences): void {
  let timer: NodeJS.Timeout | undefined
  const store = () => {
    try {
      preferences.set(key, { ...window.getNormalBounds(), maximized: window.isMaximized() } satisfies Bounds)
    } catch (error) {
      console.warn('[window]', error)
    }
  }
  const storeSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!window.isDestroyed()) store()
    }, 300)
  }
  window.on('resize', storeSoon)
  window.on('move', storeSoon)
  window.on('close', () => {
    clearTimeout(timer)
    store()
  })
}

function isOnScreen({ x, y, width }: Bounds): boolean {
  return screen
    .getAllDisplays()
    .some(
      ({ workArea }) =>
        x + width > workArea.x + 100 &&
        x < workArea.x + workArea.width - 100 &&
        y >= workArea.y - 10 &&
        y < workArea.y + workArea.height - 50,
    )
}
