/** Main uses `engineControl`. The window uses `engineView`, which takes no file names. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { cacheSample, cellSpan, contextReport, heldToken } from './cache/cache'
import { heldPrompt } from './cache/held-prompt'
import { enginePrefixContract } from './cache/prefixes'
import { sequenceContract } from './cache/sessions'
import { promptSettings } from './chat/tools'
import {
  answersRequest,
  prefixRequest,
  processedPrefix,
  promptMessage,
  rawPrompt,
  reusePreview,
  reusePreviewRequest,
  savedPrefixQuestion,
  turnRequest,
  turnUpdate,
} from './chat/turn'
import { compareTask, taskProgress } from './compare/compare-tasks'
import { inferenceServerCodes } from './errors/error-groups'
import { errorsOf } from './errors/errors'
import { draftReport } from './models/draft'
import { engineInfo, loadedModel } from './models/models'
import { serverConnection } from './remote/connection'
import { gpuBackend, kvSettings } from './settings/kv-settings'
import { overflowPreview, overflowRequest } from './settings/overflow'
import { everyMs, grant, streamId, streamWindow } from './wire/streams'

const nothing = z.object({})
const turnId = z.string()

/** The text of a token. Its bytes if it is a part of a character. */
export const tokenPiece = z.union([z.string(), z.array(z.int().min(0).max(255))])
export type TokenPiece = z.infer<typeof tokenPiece>

export const decodeCounts = z.object({
  /** Calls of llama_decode for turns, embeddings and titles. Those of a draft model do not count. */
  calls: z.int().nonnegative(),
  /** The sum over these calls: sequences that had tokens to evaluate. */
  busySequences: z.int().nonnegative(),
})
export type DecodeCounts = z.infer<typeof decodeCounts>

export const embedding = z.object({
  /** A unit vector. */
  vector: z.array(z.number()),
  tokens: z.int().positive(),
  /** Without waiting. */
  ms: z.number().nonnegative(),
})
export type Embedding = z.infer<typeof embedding>

export const shortText = z.object({
  text: z.string(),
  /** `too-long`: the text has no end. `interrupted`: something else needed the model. */
  end: z.enum(['ended', 'too-long', 'interrupted']),
})
export type ShortText = z.infer<typeof shortText>

export const loadProgress = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), share: z.number().min(0).max(1) }),
  z.object({ type: z.literal('loaded'), model: loadedModel }),
])
export type LoadProgress = z.infer<typeof loadProgress>

/** With an `everyMs` of 0, the reader sets the pace. */
const turnStream = z.object({ streamId, turnId, everyMs: everyMs.or(z.literal(0)), window: streamWindow.default(1) })
export type TurnStream = z.infer<typeof turnStream>
const followTurn = oc.errors(errorsOf('turn-not-found')).input(turnStream).output(eventIterator(turnUpdate))
const followCache = oc.input(z.object({ streamId, everyMs })).output(eventIterator(z.array(cacheSample)))
const stopTurn = oc.input(z.object({ turnId })).output(nothing)
/** The model ends its reasoning and answers. Does nothing in any other part of an answer. */
const endReasoning = oc.input(z.object({ turnId })).output(nothing)
/** Blocks the decoder's thread, so send a long text in pieces of `countedCharacters`. */
const countTokens = oc
  .errors(errorsOf('no-model-loaded', 'text-piece-too-long'))
  .input(z.object({ text: z.string() }))
  .output(z.object({ tokens: z.number() }))
/** Returns at most `heldTokensAtOnce` tokens, and none after the end of the sequence. */
const tokensAt = oc
  .input(z.object({ sequence: z.int().nonnegative(), from: z.int().nonnegative(), to: z.int().nonnegative() }))
  .output(z.array(heldToken))
const grantCredit = oc.input(grant).output(nothing)

export const engineControl = {
  start: oc.errors(errorsOf('engine-start-failed', 'vc-runtime-missing')).input(z.object({ gpuBackend })).output(engineInfo),
  loadModel: oc
    .errors(errorsOf('model-load-failed', 'model-larger-than-memory', 'template-failed'))
    .input(
      z.object({
        streamId,
        path: z.string(),
        gpuLayers: kvSettings.shape.gpuLayers,
        /** null means the file's template, '' a fallback template. */
        chatTemplate: z.string().nullable().default(null),
      }),
    )
    .output(eventIterator(loadProgress)),
  /** Only the remote engine has servers. Makes no request. */
  connectServer: oc.input(serverConnection).output(nothing),
  /** Discards the cells of all conversations. */
  createContext: oc
    .errors(errorsOf('no-model-loaded', 'settings-refused', 'context-failed', 'context-larger-than-memory'))
    .input(z.object({ settings: kvSettings, contextTokens: z.int().min(1), predictedBytes: z.number().nullable() }))
    .output(contextReport),
  /** The draft context is freed with the main model's context. The draft weights stay until `unloadDraft` or another model is loaded. */
  loadDraft: oc
    .errors(errorsOf('no-model-loaded', 'draft-refused', 'draft-larger-than-memory', 'draft-load-failed'))
    .input(z.object({ path: z.string(), gpuLayers: kvSettings.shape.gpuLayers }))
    .output(draftReport),
  unloadDraft: oc.output(nothing),
  unload: oc.output(nothing),
  startTurn: oc.errors(errorsOf('no-model-loaded')).input(turnRequest).output(nothing),
  ...sequenceContract,
  ...enginePrefixContract,
  /** null if it is at least as fast to copy from a sequence or to process the tokens. */
  findSaved: oc
    .errors(errorsOf('no-model-loaded', 'template-failed', 'tools-refused'))
    .input(savedPrefixQuestion)
    .output(z.object({ prefixId: z.string().nullable() })),
  /**
   * Waits until the engine is idle, and ends early when anything else needs it. Call it again to continue. Aborting it ends it within one
   * slice.
   */
  processPrefix: oc
    .errors(errorsOf('no-model-loaded', 'template-failed', 'tools-refused', 'prompt-too-long', 'prefix-too-short'))
    .input(prefixRequest)
    .output(processedPrefix),
  startAnswers: oc.errors(errorsOf('no-model-loaded', 'answers-refused')).input(answersRequest).output(nothing),
  stopTurn,
  followTurn,
  followCache,
  countTokens,
  previewReuse: oc
    .errors(errorsOf('no-model-loaded', 'template-failed', 'tools-refused'))
    .input(reusePreviewRequest)
    .output(reusePreview),
  /** Only engines on this machine have these three. They block the decoder's thread. */
  tokenize: oc
    .errors(errorsOf('no-model-loaded'))
    .input(z.object({ text: z.string(), addSpecial: z.boolean(), parseSpecial: z.boolean() }))
    .output(z.object({ tokens: z.array(z.number()) })),
  detokenize: oc
    .errors(errorsOf('no-model-loaded', 'token-unknown'))
    .input(z.object({ tokens: z.array(z.int().nonnegative()) }))
    .output(z.object({ text: z.string(), pieces: z.array(tokenPiece) })),
  /** The vector of a text. Takes turns with the batches of answers. Only engines on this machine have it. */
  embed: oc
    .errors(
      errorsOf(
        'no-model-loaded',
        'token-unknown',
        'api-no-embeddings',
        'api-field-refused',
        'api-input-too-long',
        'settings-refused',
        'context-larger-than-memory',
        'context-failed',
        'generation-failed',
      ),
    )
    .input(rawPrompt)
    .output(embedding),
  /** The model writes one short line while nothing else runs. Cells of conversations do not change. Only engines on this machine have it. */
  writeShort: oc
    .errors(
      errorsOf('no-model-loaded', 'template-failed', 'prompt-too-long', 'settings-refused', 'context-larger-than-memory', 'context-failed'),
    )
    .input(z.object({ messages: z.array(promptMessage).min(1) }))
    .output(shortText),
  /** The tokens that end an answer, llama.cpp's EOG tokens. Only engines on this machine have them. */
  endTokens: oc.errors(errorsOf('no-model-loaded')).output(z.object({ tokens: z.array(z.number()) })),
  /** Since the engine started. All zero on servers. */
  decodes: oc.output(decodeCounts),
  renderPrompt: oc
    .errors(errorsOf('no-model-loaded', 'template-failed', 'tools-refused', 'token-unknown'))
    .input(turnRequest.pick({ messages: true, raw: true }).extend({ settings: promptSettings }))
    .output(z.object({ text: z.string(), tokens: z.array(z.number()), spans: z.array(cellSpan) })),
  previewOverflow: oc
    .errors(errorsOf('no-model-loaded', 'template-failed', 'tools-refused', 'overflow-refused', 'overflow-no-room'))
    .input(z.object({ messages: z.array(promptMessage).min(1), settings: promptSettings, overflow: overflowRequest }))
    .output(overflowPreview),
  /** What the sequence of this turn holds. null if another turn has used the sequence since. */
  heldPrompt: oc.input(z.object({ turnId })).output(heldPrompt.nullable()),
  forget: oc.input(z.object({ conversationId: z.string() })).output(nothing),
  /** Frees the chat's context. Aborting the stream ends the task within one batch. */
  measure: oc
    .errors(
      errorsOf(
        'no-model-loaded',
        'settings-refused',
        'context-failed',
        'context-larger-than-memory',
        'prompt-too-long',
        ...inferenceServerCodes,
        'server-lacks-feature',
        'compare-text-too-short',
        'compare-text-binary',
        'template-failed',
        'tools-refused',
        'compare-task-failed',
      ),
    )
    .input(z.object({ streamId, task: compareTask }))
    .output(eventIterator(taskProgress)),
  grant: grantCredit,
}

export const engineView = { stopTurn, endReasoning, followTurn, followCache, countTokens, tokensAt, grant: grantCredit }

export type EngineControl = typeof engineControl
export type EngineView = typeof engineView
