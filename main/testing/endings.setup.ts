/** Vitest runs this before each test file. */
import { afterAll, afterEach, vi } from 'vitest'
import { endFile, endTest } from './endings'

afterEach(endTest)
afterAll(endFile)
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
