/** How late the load generator itself was during a run. */
export interface LoopDelay {
  /** How much later than planned the event loop ran a timer. */
  readonly p50Ms: number
  readonly p99Ms: number
  readonly mostMs: number
  /** Share of the time, 0 to 1, in which the event loop worked. */
  readonly busy: number
}

/** A received token can be this late. At more, the gaps of the run say more about the generator than about the server. */
export const mostLoopDelayMs = 1

export const isTooLate = ({ p99Ms }: LoopDelay): boolean => p99Ms > mostLoopDelayMs
