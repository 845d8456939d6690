/**
 * The engine's two contracts. `control` is for the main process alone: it loads files and starts turns.
 * `view` is for windows: it reads, and it can stop a turn, but it cannot name a file.
 */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { cacheSample, contextReport, heldToken } from './cache/cache'
import { sequenceContract } from './cache/sessions'
import { answersRequest, foreseenTurn, foreseeRequest, promptMessage, turnRequest, turnUpdate } from './chat/turn'
import { benchTask, taskProgress } from './compare/bench-tasks'
import { errorsOf } from './errors/errors'
import { draftReport } from './models/draft'
import { engineInfo, loadedModel } from './models/models'
import { gpuBackend, kvSettings } from './settings/kv-settings'
import { overflowRehearsal, overflowRequest } from './settings/overflow'
import { everyMs, grant, streamId } from './wire/streams'

const nothing = z.object({})
const turnId = z.string()

export const loadProgress = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), share: z.number().min(0).max(1) }),
  z.object({ type: z.literal('loaded'), model: loadedModel }),
])
export type LoadProgress = z.infer<typeof loadProgress>

const followTurn = oc.errors(errorsOf('turn-not-found')).input(z.object({ streamId, turnId, everyMs })).output(eventIterator(turnUpdate))
const followCache = oc.input(z.object({ streamId, everyMs })).output(eventIterator(z.array(cacheSample)))
const stopTurn = oc.input(z.object({ turnId })).output(nothing)
/**
 * Tokens of a text, as it is, by the tokeniser of the loaded model. Only a piece at a time: the tokeniser runs on the
 * thread that feeds the decoder, so whoever has a long text asks again and again, with pauses.
 */
const countTokens = oc
  .errors(errorsOf('no-model-loaded', 'text-piece-too-long'))
  .input(z.object({ text: z.string() }))
  .output(z.object({ tokens: z.number() }))
/** null: there is none at that position, not any more, or never was. */
const tokenAt = oc.input(z.object({ sequence: z.int().nonnegative(), position: z.int().nonnegative() })).output(heldToken.nullable())
const grantCredit = oc.input(grant).output(nothing)

export const engineControl = {
  /** Loads llama.cpp with a backend; once per process. */
  start: oc.errors(errorsOf('engine-start-failed', 'vc-runtime-missing')).input(z.object({ gpuBackend })).output(engineInfo),
  /** Loads a model in place of the one before. Aborting the stream cancels the load. */
  loadModel: oc
    .errors(errorsOf('model-load-failed', 'model-larger-than-memory', 'template-failed'))
    .input(
      z.object({
        streamId,
        path: z.string(),
        gpuLayers: kvSettings.shape.gpuLayers,
        /** In place of the one in the file; null: the file's own; '': none, a stand-in is used. */
        chatTemplate: z.string().nullable().default(null),
      }),
    )
    .output(eventIterator(loadProgress)),
  /** Creates the context in place of the one before; conversations are processed again when they continue. */
  createContext: oc
    .errors(errorsOf('no-model-loaded', 'settings-refused', 'context-failed', 'context-larger-than-memory'))
    .input(z.object({ settings: kvSettings, contextTokens: z.int().min(1), predictedBytes: z.number().nullable() }))
    .output(contextReport),
  /**
   * Loads a model that drafts for the loaded one, in a context of the same size, in place of the draft model before. It goes with the
   * context, and has to be loaded again beside the next; its weights stay until another model is loaded. Turns without it go on.
   */
  loadDraft: oc
    .errors(errorsOf('no-model-loaded', 'draft-refused', 'draft-larger-than-memory', 'draft-load-failed'))
    .input(z.object({ path: z.string(), gpuLayers: kvSettings.shape.gpuLayers }))
    .output(draftReport),
  unloadDraft: oc.output(nothing),
  /** Gives the memory of model and context back. */
  unload: oc.output(nothing),
  /** Registers a turn and starts it; follow it for its text. Later failures are in the turn itself. */
  startTurn: oc.errors(errorsOf('no-model-loaded')).input(turnRequest).output(nothing),
  ...sequenceContract,
  /** The same for several answers to one prompt: each is followed and stopped by its own id. */
  startAnswers: oc.errors(errorsOf('no-model-loaded', 'answers-refused')).input(answersRequest).output(nothing),
  stopTurn,
  followTurn,
  followCache,
  /** What sending these messages would process. Evaluates nothing. */
  foresee: oc.errors(errorsOf('no-model-loaded', 'template-failed')).input(foreseeRequest).output(foreseenTurn),
  /** What an overflow policy would do to these messages once the context is full. Evaluates nothing. */
  rehearse: oc
    .errors(errorsOf('no-model-loaded', 'template-failed', 'overflow-refused', 'overflow-no-room'))
    .input(z.object({ messages: z.array(promptMessage).min(1), overflow: overflowRequest }))
    .output(overflowRehearsal),
  /** Forgets a conversation's cells, so that the next turn processes its whole prompt. */
  forget: oc.input(z.object({ conversationId: z.string() })).output(nothing),
  /**
   * Measures one task on the loaded model, in contexts of its own, which are gone when it ends. The chat's context goes
   * first. Aborting the stream ends the task within one batch.
   */
  measure: oc
    .errors(
      errorsOf(
        'no-model-loaded',
        'settings-refused',
        'context-failed',
        'context-larger-than-memory',
        'prompt-too-long',
        'bench-text-too-short',
        'bench-text-binary',
        'template-failed',
        'bench-task-failed',
      ),
    )
    .input(z.object({ streamId, task: benchTask }))
    .output(eventIterator(taskProgress)),
  grant: grantCredit,
}

export const engineView = { stopTurn, followTurn, followCache, countTokens, tokenAt, grant: grantCredit }

export type EngineControl = typeof engineControl
export type EngineView = typeof engineView
