import { defineConfig } from '@playwright/test'
import type { HostOptions } from './e2e/fixture'

/** One set of specs, two hosts. `npm test` decides which of them can run here. */
export default defineConfig<object, HostOptions>({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: process.env.CI ? 2 : 1,
  // Each story has an app of its own: those of one file need not wait for each other.
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // Told, not hidden: `npm test` names at its end what passed only the second time.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.HEADROOM_REPORT ? [['list'], ['json', { outputFile: process.env.HEADROOM_REPORT }]] : 'list',
  projects: [
    { name: 'web', use: { hostKind: 'web' } },
    // Two windows on one display take the keyboard from each other.
    { name: 'electron', use: { hostKind: 'electron' }, ...(process.env.HEADROOM_OWN_DISPLAY ? {} : { workers: 1 }) },
  ],
})
