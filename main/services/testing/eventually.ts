import { vi } from 'vitest'

/** The limits detect tests that hang, not tests that are slow. */
export const eventually = <Result>(assertion: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(assertion, { timeout: 50_000, interval: 1 })
