import { vi } from 'vitest'

export const eventually = <Result>(assertion: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(assertion, { timeout: 50_000, interval: 1 })
