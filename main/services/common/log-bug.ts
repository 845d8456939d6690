/** An error without a code is a bug. */
import { ORPCError } from '@orpc/server'

export function logBug(error: unknown): void {
  if (!(error instanceof ORPCError && error.defined)) console.error('[host]', error)
}
