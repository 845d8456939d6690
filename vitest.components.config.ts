import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const executablePath = process.env.CHROMIUM

/** The lane `components`: the workshop's stories in a real browser. CHROMIUM names the browser; the default is Playwright's. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  test: {
    // See vitest.config.ts.
    maxWorkers: '100%',
    name: 'components',
    retry: process.env.CI ? 1 : 0,
    include: ['renderer/testing/**/*.component.test.tsx'],
    exclude: process.env.HEADROOM_SHORT_RUN ? ['**/*.long.*'] : [],
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: executablePath ? { executablePath } : {} }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
  },
})
