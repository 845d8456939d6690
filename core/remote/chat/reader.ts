import type { StreamEvent } from '../stream-events'

/** Turns the pieces of one answer into events. */
export interface ChatReader {
  /** `value`: one piece, parsed. */
  read(value: unknown, atMs: number): readonly StreamEvent[]
  /** The server says that the answer is complete. */
  readonly isFinished: boolean
}
