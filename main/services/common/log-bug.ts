/** Logs errors of request handlers that are not coded failures: those are bugs. */
import { ORPCError } from '@orpc/server'

export function logBug(error: unknown): void {
  if (!(error instanceof ORPCError && error.defined)) console.error('[host]', error)
}
