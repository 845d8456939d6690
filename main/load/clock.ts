export interface LoadClock {
  /** On the clock of `performance.now()`. */
  readonly now: () => number
  /** Returns early if `signal` aborts. */
  readonly until: (atMs: number, signal: AbortSignal) => Promise<void>
}

export const realClock: LoadClock = {
  now: () => performance.now(),
  until: (atMs, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      // Node cuts off the fraction, so the timer would be too early.
      const timer = setTimeout(end, Math.max(0, Math.ceil(atMs - performance.now())))
      signal.addEventListener('abort', end)
      if (signal.aborted) end()
    }),
}
