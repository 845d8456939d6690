import { z } from 'zod'
import { frameMs } from '../../streams/follow'

/** Unique per connection. */
export const streamId = z.string().min(1).max(64)
/** `received` counts the items so far. */
export const grant = z.object({ streamId, received: z.int().nonnegative() })

export const widestWindow = 64
/** How many items the writer may be ahead of the reader. */
export const streamWindow = z.int().min(1).max(widestWindow)

export const everyMs = z.number().min(frameMs).max(60_000)
