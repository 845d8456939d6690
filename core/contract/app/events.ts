/** Events of the app: a bounded list, oldest first, without any text of a conversation. */
import { z } from 'zod'
import { eventKinds } from './event-kinds'

export const appEvent = z.object({
  /** Counts up from the start of the app. */
  id: z.number(),
  /** Epoch milliseconds. */
  at: z.number(),
  kind: z.enum(eventKinds),
  /** For reports and filters: `context-created`, or the code of a failure. */
  code: z.string(),
  /** A sentence with its numbers, without folders of the user. */
  text: z.string(),
  isTrouble: z.boolean(),
})
export type AppEvent = z.infer<typeof appEvent>

export const windowError = z.object({
  name: z.string().max(100),
  message: z.string().max(1000),
  /** File and line within the app. */
  location: z.string().max(300),
})
export type WindowError = z.infer<typeof windowError>
