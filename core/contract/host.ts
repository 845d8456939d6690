/** What a window asks of the main process (or of the headless host): conversations, models, settings. What it is told unasked: ./app/app-state.ts. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import type { CacheShape } from '../kv/shape/cache-shape'
import { appCommands } from './app/app-commands'
import { appState } from './app/app-state'
import { appEvent, windowError } from './app/events'
import { dataUsage, preferences } from './app/preferences'
import { updateContract } from './app/updates'
import { sessionContract } from './cache/sessions'
import { binnedConversation, conversationSummary, conversationThread, searchHit, storedMessage } from './chat/conversations'
import { deletionWords } from './chat/deletion-words'
import { foreseenSend } from './chat/turn'
import { unsentText } from './chat/unsent'
import { benchContract } from './compare/bench-runs'
import { errorsOf, fileCodes } from './errors/errors'
import { labContract } from './lab/lab'
import { draftCheck } from './models/draft'
import { libraryContract } from './models/library'
import { modelFile } from './models/models'
import { planContract } from './models/plan'
import { kvSettings } from './settings/kv-settings'
import { overflowRehearsal, overflowSettings } from './settings/overflow'
import { samplingSettings } from './settings/sampling'
import { mostAnswers } from './settings/setting-ranges'
import { exportedFile } from './wire/exported-file'
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

/** What the application menu or the system asks of the window. */
export const appCommand = z.object({ command: z.enum(appCommands) })

export const startedTurn = z.object({
  turnId: z.string(),
  conversationId: z.string(),
  prompt: storedMessage.nullable(),
  /** The one that is shown; with several, the first. */
  answer: storedMessage,
  /** All that were begun, `answer` among them; each has a turn of its own. */
  answers: z.array(storedMessage),
})
export type StartedTurn = z.infer<typeof startedTurn>

const answers = z.int().min(1).max(mostAnswers).default(1)
const turnErrors = errorsOf(
  'answers-refused',
  'bench-busy',
  'no-model-loaded',
  'engine-gone',
  'conversation-not-found',
  'message-not-found',
  'conversation-busy',
  'empty-message',
  'message-too-long',
  'disk-full',
  'store-failed',
)
const storeErrors = errorsOf('conversation-not-found', 'disk-full', 'store-failed')
const fileErrors = errorsOf(...fileCodes, 'architecture-unsupported', 'model-cannot-chat', 'disk-full', 'store-failed')

export const hostContract = {
  info: oc.output(hostInfo),
  grant: oc.input(grant).output(nothing),
  /** The state of the app, again after every change, newest only. */
  followState: oc.input(z.object({ streamId, everyMs })).output(eventIterator(appState)),
  followCommands: oc.input(z.object({ streamId, everyMs })).output(eventIterator(appCommand)),
  dismissNotice: oc.input(z.object({ id: z.string() })).output(nothing),

  conversations: {
    list: oc.output(z.array(conversationSummary)),
    create: oc
      .errors(storeErrors)
      .input(z.object({ systemPrompt: systemPrompt.optional(), isPrivate: z.boolean().optional() }))
      .output(conversationSummary),
    /** The path to `leafId`, or the one shown last. */
    read: oc.errors(storeErrors).input(conversation).output(conversationThread),
    rename: oc
      .errors(storeErrors)
      .input(conversation.extend({ title: z.string().max(1000) }))
      .output(conversationSummary),
    setSystemPrompt: oc.errors(storeErrors).input(conversation.extend({ systemPrompt })).output(nothing),
    /** What happens when its context is full. Refused where the loaded model cannot do it. */
    setOverflow: oc
      .errors({ ...storeErrors, ...errorsOf('overflow-refused', 'overflow-no-room') })
      .input(conversation.extend({ overflow: overflowSettings }))
      .output(nothing),
    /** What that would do to the conversation as it is shown. Stores nothing. */
    rehearse: oc
      .errors({ ...storeErrors, ...errorsOf('no-model-loaded', 'template-failed', 'overflow-refused', 'overflow-no-room') })
      .input(conversation.extend({ overflow: overflowSettings }))
      .output(overflowRehearsal),
    /** A pinned message stays in the context, with its turn, whatever leaves. */
    pin: oc
      .errors({ ...storeErrors, ...errorsOf('message-not-found') })
      .input(conversation.extend({ messageId: z.string(), pinned: z.boolean() }))
      .output(nothing),
    /** Shows the branch that goes through this message, down to where it was left. */
    showBranch: oc
      .errors({ ...storeErrors, ...errorsOf('message-not-found') })
      .input(conversation.extend({ messageId: z.string() }))
      .output(conversationThread),
    /** Moves it to the bin, where it stays for a week; `restore` brings it back. */
    remove: oc
      .errors({ ...storeErrors, ...errorsOf('conversation-busy') })
      .input(conversation)
      .output(nothing),
    restore: oc.errors(storeErrors).input(conversation).output(conversationSummary),
    /** What was deleted and can be restored, the last first. */
    bin: oc.output(z.array(binnedConversation)),
    /** Deletes one that is in the bin, so that nothing of it can be read on the disk any more. */
    removeForGood: oc.errors(storeErrors).input(conversation).output(nothing),
    emptyBin: oc.errors(storeErrors).output(nothing),
    search: oc
      .errors(errorsOf('search-too-short', 'store-failed'))
      .input(z.object({ text: z.string().max(1000) }))
      .output(z.array(searchHit)),
    export: oc
      .errors(storeErrors)
      .input(conversation.extend({ format: z.enum(['markdown', 'json']) }))
      .output(exportedFile),
  },

  /** What was typed and not sent, of all conversations. Never on the disk. */
  unsent: {
    read: oc.output(z.array(unsentText)),
    write: oc.input(unsentText).output(nothing),
  },

  turns: {
    /**
     * Stores the message, then starts the answer, or several at once (`answers`) from one prefill. When this returns, the message is
     * on disk. `conversationId` null: begins a conversation with it, private or not. `systemPrompt`: from this message on; left out: as it is, or none. `replacesId`: the user's
     * message beside which this one stands, as a branch.
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
          answers,
        }),
      )
      .output(startedTurn),
    /** Another answer to the same prompt, beside the one there is; or several from one prefill. */
    regenerate: oc
      .errors(turnErrors)
      .input(conversation.extend({ answerId: z.string(), sentAtMs: z.number(), answers }))
      .output(startedTurn),
    /** Another answer beside this one that begins with its text and goes on where it ended. */
    goOn: oc
      .errors({ ...turnErrors, ...errorsOf('answer-has-ended') })
      .input(conversation.extend({ answerId: z.string(), sentAtMs: z.number() }))
      .output(startedTurn),
    stop: oc.input(z.object({ turnId: z.string() })).output(nothing),
    /**
     * The engine died, and a window had shown `text` of the turn: what the host has not heard of it is stored too. Ignored for a turn
     * that ended another way, and for a text that does not begin with what the host has heard.
     */
    shown: oc.input(z.object({ turnId: z.string(), text: z.string() })).output(nothing),
    /**
     * What sending would process: `text` in place of the message `replacesId`, or the next message after `systemPrompt` was
     * changed. Evaluates nothing and stores nothing.
     */
    foresee: oc
      .errors(errorsOf('no-model-loaded', 'template-failed', 'conversation-not-found', 'message-not-found', 'store-failed'))
      .input(conversation.extend({ replacesId: z.string().optional(), text: z.string().optional(), systemPrompt: systemPrompt.optional() }))
      .output(foreseenSend),
  },

  models: {
    list: oc.output(z.array(modelFile)),
    /** Checks a file and adds it to the list. */
    open: oc
      .errors(fileErrors)
      .input(z.object({ path: z.string().min(1).max(32_768) }))
      .output(modelFile),
    /** The desktop's file dialog; null when it was cancelled. */
    openDialog: oc.errors({ ...fileErrors, ...errorsOf('not-on-this-host') }).output(modelFile.nullable()),
    /** Takes it out of the list; the file stays where it is. */
    forget: oc
      .errors(errorsOf('model-not-found', 'store-failed', 'disk-full'))
      .input(z.object({ modelId: z.string() }))
      .output(nothing),
    /** Loads it with its stored settings; progress and outcome are in the state. */
    load: oc
      .errors(errorsOf('model-not-found', 'bench-busy'))
      .input(z.object({ modelId: z.string(), safeSettings: z.boolean().optional() }))
      .output(nothing),
    cancelLoad: oc.output(nothing),
    unload: oc.output(nothing),
    /** Settings of one model, defaults where none were stored. */
    settings: oc
      .errors(errorsOf('model-not-found'))
      .input(z.object({ modelId: z.string() }))
      .output(z.object({ kv: kvSettings, sampling: samplingSettings })),
    /** What its caches are made of, so that a window can plan for itself. */
    cacheShape: oc
      .errors({ ...fileErrors, ...errorsOf('model-not-found') })
      .input(z.object({ modelId: z.string() }))
      .output(z.custom<CacheShape>()),
    /** Whether a model can draft for another, and what it would take in memory beside this context. Loads nothing. */
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
    /**
     * Stores them. Where this model is loaded and the KV settings differ, the context is created anew, and they are
     * stored once it works: the state tells how that goes. What cannot work is refused before anything is touched.
     */
    saveSettings: oc
      .errors({ ...fileErrors, ...errorsOf('model-not-found', 'settings-refused', 'context-larger-than-memory', 'draft-refused') })
      .input(z.object({ modelId: z.string(), kv: kvSettings, sampling: samplingSettings }))
      .output(nothing),
  },

  backends: {
    /** Tries what has not been tried since the start, or `again` all of them; the state tells what comes of it. Returns when it is done. */
    probe: oc
      .errors(errorsOf('bench-busy'))
      .input(z.object({ again: z.boolean() }))
      .output(nothing),
  },

  plan: planContract,
  bench: benchContract,
  lab: labContract,
  library: libraryContract,
  sessions: sessionContract,
  updates: updateContract,

  events: {
    /** Oldest first; `revisions.events` says when there are new ones. */
    list: oc.output(z.array(appEvent)),
    /** All of it as text to be sent on: versions, machine, settings, events; no word of a conversation, no folder. */
    report: oc.output(z.object({ text: z.string() })),
    /** An error of a window that nobody caught. */
    windowError: oc.input(windowError).output(nothing),
  },

  preferences: {
    read: oc.output(preferences),
    /** Stores what is given and leaves the rest as it is. */
    write: oc
      .errors(errorsOf('shortcut-refused', 'disk-full', 'store-failed'))
      .input(preferences.partial())
      .output(preferences),
  },

  data: {
    usage: oc.errors(errorsOf('store-failed')).output(dataUsage),
    /** Shows the folder in the desktop's file manager. */
    openFolder: oc.errors(errorsOf('not-on-this-host', 'file-unreadable')).output(nothing),
    /** Conversations, settings, the list of models with copies of them, preferences: all gone, and the app goes on as new. */
    deleteEverything: oc
      .errors(errorsOf('disk-full', 'store-failed', 'file-not-deleted'))
      .input(z.object({ confirmation: z.literal(deletionWords) }))
      .output(nothing),
  },

  /** Starts the engine again after it has gone, and loads what was loaded. */
  restartEngine: oc.input(z.object({ safeSettings: z.boolean() })).output(nothing),
}
export type HostContract = typeof hostContract
