/** What a window knows of the app without asking: the engine, the model, the turns under way. Told again after every change. */
import { z } from 'zod'
import { contextReport } from '../cache/cache'
import { failureSchema } from '../errors/errors'
import { backendReport } from '../models/backends'
import { draftStatus } from '../models/draft'
import { engineInfo, loadedModel, modelFile } from '../models/models'
import { kvSettings } from '../settings/kv-settings'

export const engineStatus = z.discriminatedUnion('status', [
  /** No process: nothing is loaded, or it was unloaded to give the memory back. */
  z.object({ status: z.literal('stopped') }),
  z.object({ status: z.literal('starting') }),
  z.object({ status: z.literal('ready'), info: engineInfo }),
  z.object({
    status: z.literal('gone'),
    /** In human words: "it was killed (SIGKILL)", "it ran out of memory". */
    reason: z.string(),
    /** Deaths with the model and settings that were loaded. */
    deaths: z.number(),
    /** It died so often that other settings are the better next step. */
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
    /** The model that drafts for it. */
    draft: draftStatus,
  }),
  z.object({ status: z.literal('failed'), file: modelFile.nullable(), settings: kvSettings.nullable(), failure: failureSchema }),
])
export type ModelStatus = z.infer<typeof modelStatus>

/** Something the user should know that no request of theirs asked about. */
export const notice = z.object({
  id: z.string(),
  at: z.number(),
  kind: z.enum([
    'store-salvaged',
    'turn-interrupted',
    'bench-interrupted',
    'answer-not-stored',
    'bench-not-stored',
    'settings-fell-back',
    'preferences-fell-back',
    'plan-mismatch',
    'draft-not-loaded',
  ]),
  text: z.string(),
  /** More than a sentence, to be copied and sent on; null: the sentence is all. */
  report: z.string().nullable(),
})
export type Notice = z.infer<typeof notice>

export const appState = z.object({
  engine: engineStatus,
  model: modelStatus,
  /** Turns under way. */
  turns: z.array(
    z.object({
      turnId: z.string(),
      conversationId: z.string(),
      answerId: z.string(),
      /** Characters that the answer had when the turn began: more than 0 where it goes on from another one. */
      begunCharacters: z.number(),
    }),
  ),
  notices: z.array(notice),
  /** Why nothing new is stored; null: it is. */
  storeTrouble: failureSchema.nullable(),
  /** What this machine can compute with, as far as it has been tried. */
  backends: backendReport,
  /** The benchmark that has the machine: no turn can begin and no model be loaded. null: none, or it is paused. */
  benchRunId: z.string().nullable(),
  /** Counts changes of the list of conversations and any thread, of the list of models, of stored settings …: a window re-reads what it shows. */
  revisions: z.object({
    conversations: z.number(),
    /** The list of benchmarks and what any of them has measured so far. */
    benches: z.number(),
    models: z.number(),
    settings: z.number(),
    preferences: z.number(),
    events: z.number(),
    updates: z.number(),
  }),
})
export type AppState = z.infer<typeof appState>
