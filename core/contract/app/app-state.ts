import { z } from 'zod'
import { contextReport } from '../cache/cache'
import { openCall } from '../chat/conversation-tools'
import { failureSchema } from '../errors/errors'
import { engineEnd } from '../errors/process-end'
import { backendReport } from '../models/backends'
import { bandwidthStatus } from '../models/bandwidth'
import { draftStatus } from '../models/draft'
import { engineInfo, loadedModel, modelFile } from '../models/models'
import { connectedServer } from '../remote/servers'
import { kvSettings } from '../settings/kv-settings'
import { notice } from './notices'

export const engineStatus = z.discriminatedUnion('status', [
  z.object({ status: z.literal('stopped') }),
  z.object({ status: z.literal('starting') }),
  z.object({ status: z.literal('ready'), info: engineInfo }),
  z.object({
    status: z.literal('gone'),
    reason: engineEnd,
    deaths: z.number(),
    offerSafeSettings: z.boolean(),
  }),
])
export type EngineStatus = z.infer<typeof engineStatus>

export const modelStatus = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({
    status: z.literal('loading'),
    file: modelFile,
    settings: kvSettings,
    share: z.number(),
    step: z.enum(['checking', 'weights', 'context']),
  }),
  z.object({
    status: z.literal('ready'),
    file: modelFile,
    settings: kvSettings,
    model: loadedModel,
    context: contextReport,
    draft: draftStatus,
  }),
  /** Its model runs on another machine, so there is no file, and no context of this machine. */
  z.object({ status: z.literal('server'), server: connectedServer }),
  z.object({
    status: z.literal('failed'),
    file: modelFile.nullable(),
    settings: kvSettings.nullable(),
    /** The server that was connected. */
    server: connectedServer.optional(),
    failure: failureSchema,
  }),
])
export type ModelStatus = z.infer<typeof modelStatus>
export type ReadyModel = Extract<ModelStatus, { readonly status: 'ready' }>

export const appState = z.object({
  engine: engineStatus,
  model: modelStatus,
  turns: z.array(
    z.object({
      turnId: z.string(),
      conversationId: z.string(),
      answerId: z.string(),
      begunCharacters: z.number(),
    }),
  ),
  toolCalls: z.array(openCall),
  /** The documents of an unsent message that are processed, or were processed, in the background. */
  background: z.object({ documentIds: z.array(z.string()), isReady: z.boolean() }).nullable(),
  /** Of documents and system prompts that were processed in the background, by owner. */
  prefixNames: z.record(z.string(), z.string()),
  /** Of the conversation that the model summarizes now. `tokens`: written so far. */
  summary: z.object({ conversationId: z.string(), tokens: z.number() }).nullable(),
  notices: z.array(notice),
  storeTrouble: failureSchema.nullable(),
  backends: backendReport,
  bandwidth: bandwidthStatus,
  compareRunId: z.string().nullable(),
  revisions: z.object({
    conversations: z.number(),
    compareRuns: z.number(),
    models: z.number(),
    settings: z.number(),
    preferences: z.number(),
    events: z.number(),
    updates: z.number(),
    api: z.number(),
    mcp: z.number(),
  }),
})
export type AppState = z.infer<typeof appState>
