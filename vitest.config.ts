import { defineConfig } from 'vitest/config'

/** CI machines are shared, and some tests wait for processes. The report marks a second try as `(retry x1)`. */
const retry = process.env.CI ? 1 : 0

/** `npm test` leaves these out; `npm test -- full` does not. */
const long = process.env.HEADROOM_SHORT_RUN ? ['**/*.long.*'] : []

const endings = 'main/testing/endings.setup.ts'

/** The lanes `unit` and `model`: `npx vitest run --project unit`. vitest.components.config.ts has the lane that needs a browser. */
export default defineConfig({
  test: {
    // By default, Vitest leaves one core free. On a machine with two cores, that is half of them.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          retry,
          include: ['{core,lab,native-models,main,preload,renderer,bench,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['bench/.work/**', '**/*.model.test.ts', '**/*.component.test.tsx', ...long],
          // Files that share a process load the modules once. So a test must undo every global change that it makes.
          isolate: false,
          setupFiles: [endings],
          // Tests can be slow on a busy machine, so the limit is only meant to end tests that hang.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'model',
          retry,
          include: ['**/*.model.test.ts'],
          exclude: ['node_modules/**', 'out/**', 'bench/.work/**', ...long],
          setupFiles: ['native-models/engine/testing/lane-backend.setup.ts', endings],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          env: { UV_THREADPOOL_SIZE: '1' },
        },
      },
    ],
  },
})
