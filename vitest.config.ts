import { defineConfig } from 'vitest/config'

/** In CI a test has a second try, and the report marks it `(retry x1)`: machines there are shared, and some tests wait for processes. */
const retry = process.env.CI ? 1 : 0

/**
 * Two lanes, split by "does it need a model?": `npx vitest run --project unit`, `--project model`. The component tests need a browser and
 * have their own configuration, vitest.components.config.ts.
 */
export default defineConfig({
  test: {
    // Vitest would leave a core free, which is half of two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          retry,
          include: ['{core,lab,native-models,main,preload,renderer,bench,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.model.test.ts', '**/*.component.test.tsx'],
          // A limit on hanging, not on speed: a busy machine is the normal case.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'model',
          retry,
          include: ['**/*.model.test.ts'],
          exclude: ['node_modules/**', 'out/**'],
          setupFiles: ['native-models/engine/testing/lane-backend.setup.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          env: { UV_THREADPOOL_SIZE: '1' },
        },
      },
    ],
  },
})
