import { z } from 'zod'
import { appCommands } from '../commands/app-commands'
import {
  copyBudgets,
  densities,
  fontSizes,
  languages,
  mostPort,
  numberLanguages,
  sendKeys,
  sessionBudgets,
  startConversations,
  themes,
} from './preference-values'

export const preferences = z.object({
  theme: z.enum(themes),
  fontSize: z.literal(fontSizes),
  density: z.enum(densities),
  details: z.boolean(),
  tourSeen: z.boolean(),
  language: z.enum(languages),
  numbers: z.enum(numberLanguages),
  startConversation: z.enum(startConversations),
  titles: z.boolean(),
  sendKey: z.enum(sendKeys),
  sessionGibibytes: z.literal(sessionBudgets),
  copyGibibytes: z.literal(copyBudgets),
  updates: z.boolean(),
  api: z.boolean(),
  apiPort: z.int().min(1).max(mostPort).nullable(),
  apiOnNetwork: z.boolean(),
  apiChecksModel: z.boolean(),
  apiRemovesHeader: z.boolean(),
  apiSortsTools: z.boolean(),
  apiKeepsBodies: z.boolean(),
  shortcuts: z.partialRecord(z.enum(appCommands), z.string().max(40)),
})

/** Any number as a port, so that the service refuses it with `api-port-refused`. */
export const preferenceChange = preferences.partial().extend({ apiPort: z.number().nullable().optional() })

export const dataUsage = z.object({
  folder: z.string(),
  databaseBytes: z.number().nonnegative(),
  conversations: z.number().nonnegative(),
  binned: z.number().nonnegative(),
  compareRuns: z.number().nonnegative(),
  uploadBytes: z.number().nonnegative(),
  uploads: z.number().nonnegative(),
  freeBytes: z.number().nonnegative(),
})
export type DataUsage = z.infer<typeof dataUsage>
