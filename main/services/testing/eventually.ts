import { vi } from 'vitest'

/** Waits until the assertion holds. The limits are for hanging, not for speed. */
export const eventually = <Result>(assertion: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(assertion, { timeout: 50_000, interval: 1 })
