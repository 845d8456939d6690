/** For handlers of requests: a coded failure is an answer; anything else is a bug and belongs in the log. */
import { ORPCError } from '@orpc/server'

export function logBug(error: unknown): void {
  if (!(error instanceof ORPCError && error.defined)) console.error('[host]', error)
}
