/** The reader grants credit: see core/streams/follow.ts. */
import { z } from 'zod'
import { frameMs } from '../../streams/follow'

/** For `grant`; unique per connection. */
export const streamId = z.string().min(1).max(64)
/** Items taken so far. */
export const grant = z.object({ streamId, received: z.int().nonnegative() })

/** Between two updates. */
export const everyMs = z.number().min(frameMs).max(60_000)
