import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import type { CacheShape } from '../kv/shape/cache-shape'
import { apiContract } from './app/api'
import { appState } from './app/app-state'
import { appEvent, windowError } from './app/events'
import { dataUsage, preferenceChange, preferences } from './app/preferences'
import { updateContract } from './app/updates'
import { prefixContract } from './cache/prefixes'
import { sessionContract } from './cache/sessions'
import { storedMessage } from './chat/conversations'
import { deletionConfirmation } from './chat/deletion-confirmation'
import { documentContract } from './chat/document-contract'
import { chosenDocuments } from './chat/documents'
import { importContract } from './chat/imports'
import { sendPreview, shownAnswer } from './chat/turn'
import { unsentText } from './chat/unsent'
import { appCommands } from './commands/app-commands'
import { compareContract } from './compare/compare-contract'
import { conversationContract } from './conversations/conversation-contract'
import { fileCodes } from './errors/error-groups'
import { errorsOf } from './errors/errors'
import { labContract } from './lab/lab'
import { mcpContract, toolsContract } from './mcp/mcp-contract'
import { bandwidthContract } from './models/bandwidth'
import { draftCheck } from './models/draft'
import { libraryContract } from './models/library'
import { modelFile } from './models/models'
import { planContract } from './models/plan'
import { processPrefix } from './prefixes/given-prefix'
import { presetContract } from './presets/preset-contract'
import { serverContract } from './remote/server-contract'
import { requestContract } from './requests/request-contract'
import { kvSettings } from './settings/kv-settings'
import { samplingChange, samplingSettings } from './settings/sampling'
import { mostAnswers } from './settings/setting-ranges'
import { everyMs, grant, streamId } from './wire/streams'
import { systemPromptCharacters } from './wire/text-limits'

const nothing = z.object({})
const systemPrompt = z.string().max(systemPromptCharacters)
const conversation = z.object({ conversationId: z.string() })

export const hostInfo = z.object({
  version: z.string(),
  host: z.enum(['desktop', 'web']),
  platform: z.string(),
  dataFolder: z.string(),
  memoryBytes: z.number(),
})
export type HostInfo = z.infer<typeof hostInfo>

export const appCommand = z.object({ command: z.enum(appCommands) })

export const startedTurn = z.object({
  turnId: z.string(),
  conversationId: z.string(),
  prompt: storedMessage.nullable(),
  answer: storedMessage,
  answers: z.array(storedMessage),
})
export type StartedTurn = z.infer<typeof startedTurn>

const answers = z.int().min(1).max(mostAnswers).default(1)
const turnErrors = errorsOf(
  'answers-refused',
  'compare-busy',
  'no-model-loaded',
  'engine-gone',
  'conversation-not-found',
  'message-not-found',
  'conversation-busy',
  'empty-message',
  'message-too-long',
  'document-refused',
  'document-not-found',
  'images-refused',
  'prompt-too-long',
  'template-failed',
  'tools-refused',
  'disk-full',
  'store-failed',
)
const fileErrors = errorsOf(...fileCodes, 'architecture-unsupported', 'model-cannot-chat', 'disk-full', 'store-failed')

export const hostContract = {
  info: oc.output(hostInfo),
  grant: oc.input(grant).output(nothing),
  followState: oc.input(z.object({ streamId, everyMs })).output(eventIterator(appState)),
  followCommands: oc.input(z.object({ streamId, everyMs })).output(eventIterator(appCommand)),
  dismissNotice: oc.input(z.object({ id: z.string() })).output(nothing),

  conversations: conversationContract,

  imports: importContract,

  unsent: {
    read: oc.output(z.array(unsentText)),
    write: oc.input(unsentText).output(nothing),
  },

  documents: documentContract,

  turns: {
    /**
     * Creates a conversation if `conversationId` is null. The message becomes a sibling of `replacesId` and, without `documents`, keeps its
     * documents. A message with documents that does not fit into the context is not stored.
     */
    send: oc
      .errors(turnErrors)
      .input(
        z.object({
          conversationId: z.string().nullable(),
          text: z.string(),
          sentAtMs: z.number(),
          replacesId: z.string().optional(),
          systemPrompt: systemPrompt.optional(),
          isPrivate: z.boolean().optional(),
          documents: chosenDocuments.optional(),
          answers,
        }),
      )
      .output(startedTurn),
    regenerate: oc
      .errors(turnErrors)
      .input(conversation.extend({ answerId: z.string(), sentAtMs: z.number(), answers }))
      .output(startedTurn),
    /** Creates a new answer that starts with the text of `answerId`. */
    continue: oc
      .errors({ ...turnErrors, ...errorsOf('answer-has-ended') })
      .input(conversation.extend({ answerId: z.string(), sentAtMs: z.number() }))
      .output(startedTurn),
    stop: oc.input(z.object({ turnId: z.string() })).output(nothing),
    /** Stores what main did not receive because the engine died. */
    shown: oc.input(shownAnswer).output(nothing),
    previewReuse: oc
      .errors(
        errorsOf('no-model-loaded', 'template-failed', 'tools-refused', 'conversation-not-found', 'message-not-found', 'store-failed'),
      )
      .input(conversation.extend({ replacesId: z.string().optional(), text: z.string().optional(), systemPrompt: systemPrompt.optional() }))
      .output(sendPreview),
  },

  models: {
    list: oc.output(z.array(modelFile)),
    open: oc
      .errors(fileErrors)
      .input(z.object({ path: z.string().min(1).max(32_768) }))
      .output(modelFile),
    openDialog: oc.errors({ ...fileErrors, ...errorsOf('not-on-this-host') }).output(modelFile.nullable()),
    forget: oc
      .errors(errorsOf('model-not-found', 'store-failed', 'disk-full'))
      .input(z.object({ modelId: z.string() }))
      .output(nothing),
    load: oc
      .errors(errorsOf('model-not-found', 'compare-busy'))
      .input(z.object({ modelId: z.string(), safeSettings: z.boolean().optional() }))
      .output(nothing),
    cancelLoad: oc.output(nothing),
    unload: oc.output(nothing),
    settings: oc
      .errors(errorsOf('model-not-found'))
      .input(z.object({ modelId: z.string() }))
      /** `defaults` are the sampling settings of a model that was never set up. */
      .output(z.object({ kv: kvSettings, sampling: samplingSettings, defaults: samplingSettings })),
    cacheShape: oc
      .errors({ ...fileErrors, ...errorsOf('model-not-found') })
      .input(z.object({ modelId: z.string() }))
      .output(z.custom<CacheShape>()),
    checkDraft: oc
      .errors(errorsOf('model-not-found'))
      .input(
        z.object({
          modelId: z.string(),
          draftModelId: z.string(),
          contextTokens: z.int().min(1),
          sequences: kvSettings.shape.sequences,
          batchTokens: kvSettings.shape.batchTokens,
        }),
      )
      .output(draftCheck),
    /** Stores them once a context works with them. */
    saveKv: oc
      .errors({ ...fileErrors, ...errorsOf('model-not-found', 'settings-refused', 'context-larger-than-memory') })
      .input(z.object({ modelId: z.string(), kv: kvSettings }))
      .output(nothing),
    /** From the next answer on. Changes no other setting, and keeps the context. */
    changeSampling: oc
      .errors({ ...fileErrors, ...errorsOf('model-not-found', 'draft-refused', 'schema-refused', 'grammar-invalid') })
      .input(z.object({ modelId: z.string(), change: samplingChange }))
      .output(nothing),
  },

  presets: presetContract,

  backends: {
    /** Unless `again` is true, skips backends that have been tried since the app started. */
    probe: oc
      .errors(errorsOf('compare-busy'))
      .input(z.object({ again: z.boolean() }))
      .output(nothing),
  },

  plan: planContract,
  compare: compareContract,
  lab: labContract,
  library: libraryContract,
  sessions: sessionContract,
  prefixes: { ...prefixContract, process: processPrefix },
  updates: updateContract,
  api: apiContract,
  bandwidth: bandwidthContract,
  servers: serverContract,
  requests: requestContract,
  mcp: mcpContract,
  tools: toolsContract,

  events: {
    /** Oldest first. */
    list: oc.output(z.array(appEvent)),
    report: oc.output(z.object({ text: z.string() })),
    windowError: oc.input(windowError).output(nothing),
  },

  preferences: {
    read: oc.output(preferences),
    write: oc
      .errors(errorsOf('shortcut-refused', 'api-port-refused', 'disk-full', 'store-failed'))
      .input(preferenceChange)
      .output(preferences),
  },

  data: {
    usage: oc.errors(errorsOf('store-failed')).output(dataUsage),
    openFolder: oc.errors(errorsOf('not-on-this-host', 'file-unreadable')).output(nothing),
    deleteEverything: oc
      .errors(errorsOf('disk-full', 'store-failed', 'file-not-deleted'))
      .input(z.object({ confirmation: z.literal(deletionConfirmation) }))
      .output(nothing),
  },

  restartEngine: oc.input(z.object({ safeSettings: z.boolean() })).output(nothing),
}
export type HostContract = typeof hostContract
