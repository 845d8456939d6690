import { defineConfig } from '@playwright/test'
import type { HostOptions } from './e2e/fixture'

/** Under Wine, which the lane `windows` uses, a start takes some times as long: every file that Node imports is looked for in each folder on its way. */
const slowness = process.env.HEADROOM_HOST_NODE ? 4 : 1

/** One set of specs, two hosts. `npm test` decides which of them can run here. */
export default defineConfig<object, HostOptions>({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  // No story needs another: those of one file need not wait for each other.
  fullyParallel: true,
  timeout: 60_000 * slowness,
  expect: { timeout: 10_000 * slowness },
  forbidOnly: Boolean(process.env.CI),
  // `npm test` lists at its end what passed only the second time.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.HEADROOM_REPORT ? [['list'], ['json', { outputFile: process.env.HEADROOM_REPORT }]] : 'list',
  projects: [
    { name: 'web', use: { hostKind: 'web' } },
    // Two windows on one display take the keyboard from each other.
    { name: 'electron', use: { hostKind: 'electron' }, ...(process.env.HEADROOM_OWN_DISPLAY ? {} : { workers: 1 }) },
  ],
})
