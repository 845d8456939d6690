import type { ServerStatus } from '../server-facts'

/** One reading, and what the next one is compared with. */
export interface ServerReading {
  readonly status: ServerStatus
  readonly counters: Counters | null
}

export interface Counters {
  /** performance.now() */
  readonly atMs: number
  /** What the server calls its start. Only compared: llama-server v0.4.0 gives microseconds of another clock. null if it does not say. */
  readonly startedAt: number | null
  readonly values: Readonly<Record<string, number>>
}

/** True if the server restarted between the two readings: a counter is lower, or the start time differs. */
export function hasRestarted(before: Counters | null, now: Counters | null): boolean {
  if (!before || !now) return false
  if (before.startedAt !== null && now.startedAt !== null && before.startedAt !== now.startedAt) return true
  return Object.entries(now.values).some(([name, value]) => value < (before.values[name] ?? value))
}
