/** Preferences as they cross a process border or come out of the database. */
import { z } from 'zod'
import { appCommands } from './app-commands'
import { densities, fontSizes, numberLanguages, sessionBudgets, themes } from './preference-values'

export const preferences = z.object({
  theme: z.enum(themes),
  fontSize: z.literal(fontSizes),
  density: z.enum(densities),
  numbers: z.enum(numberLanguages),
  sessionGibibytes: z.literal(sessionBudgets),
  updates: z.boolean(),
  shortcuts: z.partialRecord(z.enum(appCommands), z.string().max(40)),
})

export const dataUsage = z.object({
  folder: z.string(),
  /** The database with its log, and copies of damaged ones that were set aside. */
  databaseBytes: z.number().nonnegative(),
  conversations: z.number().nonnegative(),
  /** Conversations that were deleted and can be restored. */
  binned: z.number().nonnegative(),
  /** Benchmarks in the history. */
  benchRuns: z.number().nonnegative(),
  /** Models that were dropped on a browser window and copied here. */
  uploadBytes: z.number().nonnegative(),
  uploads: z.number().nonnegative(),
  freeBytes: z.number().nonnegative(),
})
export type DataUsage = z.infer<typeof dataUsage>
