import { z } from 'zod'

/** Unique per connection. */
export const streamId = z.string().min(1).max(64)
/** `received` counts the items so far. */
export const grant = z.object({ streamId, received: z.int().nonnegative() })

/** How many items the writer may be ahead of the reader. */
export const streamWindow = z.int().min(1).max(64)

/** With 0, the reader sets the pace. */
export const everyMs = z.number().min(0).max(60_000)
