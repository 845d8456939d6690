import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { type Headroom, test } from './fixture'
import { root } from './running-host'

const folder = join(root, 'e2e/screenshots')
/** The pictures of the README are in the repository. All others go to test-results. */
const kept: readonly string[] = ['chat-light', 'requests-light', 'planner-light']
const looks = [
  { name: 'light', colorScheme: 'light', width: 1280, height: 800 },
  { name: 'dark', colorScheme: 'dark', width: 1280, height: 800 },
  { name: 'small-light', colorScheme: 'light', width: 900, height: 640 },
  { name: 'small-dark', colorScheme: 'dark', width: 900, height: 640 },
] as const

export async function picture({ page }: Headroom, name: string, about?: Locator): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { name: look, colorScheme, width, height } of looks) {
    const file = `${name}-${look}`
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await about?.evaluate((element) => element.scrollIntoView())
    const path = join(kept.includes(file) ? folder : test.info().outputDir, `${file}.png`)
    await page.screenshot({ path, animations: 'disabled' })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}
