import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { type Headroom, test } from './fixture'
import { root } from './running-host'

const folder = join(root, 'e2e/screenshots')
/** `kept` pictures are in the repository. The others go to test-results. */
const looks = [
  { name: 'light', colorScheme: 'light', width: 1280, height: 800, kept: true },
  { name: 'dark', colorScheme: 'dark', width: 1280, height: 800, kept: false },
  { name: 'small-light', colorScheme: 'light', width: 900, height: 640, kept: false },
  { name: 'small-dark', colorScheme: 'dark', width: 900, height: 640, kept: true },
] as const

export async function picture({ page }: Headroom, name: string, about?: Locator): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { name: look, colorScheme, width, height, kept } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await about?.evaluate((element) => element.scrollIntoView())
    await page.screenshot({ path: join(kept ? folder : test.info().outputDir, `${name}-${look}.png`), animations: 'disabled' })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}
