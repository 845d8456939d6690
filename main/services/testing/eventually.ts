import { vi } from 'vitest'

/** The limits are for hanging, not for speed. */
export const eventually = <Result>(assertion: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(assertion, { timeout: 50_000, interval: 1 })
