/** Servers that the user has connected to. Their keys stay in main. */
import { z } from 'zod'
import { type ServerFacts, type ServerStatus, serverKinds } from '../../remote/server-facts'
import { figure } from './figure-schema'

const count = z.number().nonnegative()
const known = z.boolean().nullable()

export const remoteModel = z.object({
  id: z.string(),
  contextTokens: count.nullable(),
  state: z.enum(['loaded', 'loading', 'unloaded']).nullable(),
  images: z.boolean().optional(),
})

export const serverFacts = z.object({
  kind: z.enum(serverKinds),
  version: z.string().nullable(),
  isRouter: z.boolean().optional(),
  models: z.array(remoteModel).readonly(),
  slots: count.nullable(),
  chatTemplate: z.string().nullable(),
  abilities: z.object({
    tools: known,
    reasoning: known,
    schema: known,
    images: known,
    logprobs: known,
    cachedTokens: known,
    metrics: z.boolean(),
    slots: z.boolean(),
  }),
}) satisfies z.ZodType<ServerFacts>

const slotStatus = z.object({
  id: z.number(),
  isProcessing: z.boolean(),
  contextTokens: count.nullable(),
  promptTokens: count.nullable(),
  cachedTokens: count.nullable(),
  decodedTokens: count.nullable(),
})

export const serverStatus = z.object({
  atMs: z.number(),
  occupancy: figure,
  usedTokens: figure,
  totalTokens: figure,
  running: figure,
  waiting: figure,
  prefixHits: figure,
  preemptions: figure,
  generatedPerSecond: figure,
  slots: z.array(slotStatus).readonly().nullable(),
  restarted: z.boolean(),
}) satisfies z.ZodType<ServerStatus>

export const serverNameCharacters = 100
export const serverUrlCharacters = 2000
export const serverKeyCharacters = 16_384

export const savedServer = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  /** `memory`: until Headroom ends. */
  key: z.enum(['none', 'keychain', 'memory', 'environment']),
  /** The model that was used last. */
  model: z.string().nullable(),
})
export type SavedServer = z.infer<typeof savedServer>

export const connectedServer = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  model: z.string(),
  facts: serverFacts,
})
export type ConnectedServer = z.infer<typeof connectedServer>
