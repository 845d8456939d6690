/** Errors of request handlers without a code are bugs. */
import { ORPCError } from '@orpc/server'

export function logBug(error: unknown): void {
  if (!(error instanceof ORPCError && error.defined)) console.error('[host]', error)
}
