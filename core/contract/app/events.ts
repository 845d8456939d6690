/** What happened in the engine and around it, in human words: a bounded list, newest last, without a word of any conversation. */
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
  /** A sentence with its numbers; no folder of the user's machine is in it. */
  text: z.string(),
  /** It went wrong. */
  isTrouble: z.boolean(),
})
export type AppEvent = z.infer<typeof appEvent>

/** An error of a window that nobody caught. */
export const windowError = z.object({
  name: z.string().max(100),
  message: z.string().max(1000),
  /** File and line within the app. */
  place: z.string().max(300),
})
export type WindowError = z.infer<typeof windowError>
