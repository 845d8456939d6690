import { defineConfig } from '@playwright/test'
import type { HostOptions } from './e2e/fixture'

/** Under Wine, starting takes several times as long, because Node looks for each import in every folder on the path. */
const slowness = process.env.HEADROOM_HOST_NODE ? 4 : 1

/** Both hosts run the same specs; `npm test` decides which hosts can run here. */
export default defineConfig<object, HostOptions>({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  // No story depends on another, not even within a file.
  fullyParallel: true,
  timeout: 60_000 * slowness,
  expect: { timeout: 10_000 * slowness },
  forbidOnly: Boolean(process.env.CI),
  // At its end, `npm test` lists the stories that passed only on the second try.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.HEADROOM_REPORT ? [['list'], ['json', { outputFile: process.env.HEADROOM_REPORT }]] : 'list',
  projects: [
    { name: 'web', use: { hostKind: 'web' } },
    // Two windows on one display take the keyboard focus from each other.
    { name: 'electron', use: { hostKind: 'electron' }, ...(process.env.HEADROOM_OWN_DISPLAY ? {} : { workers: 1 }) },
  ],
})
