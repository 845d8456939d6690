/**
 * One turn: from a prompt to its answer, with everything measured on the way.
 *
 * A turn is a log in the engine. A reader follows it from a cursor and gets what is new since then, at most
 * once per frame, so a slow reader costs the engine nothing and a late one misses nothing.
 */
import { z } from 'zod'
import { reuseReport } from '../cache/reuse'
import { restoredSession } from '../cache/sessions'
import { failureSchema } from '../errors/errors'
import { overflowReport, overflowRequest } from '../settings/overflow'
import { samplingSettings } from '../settings/sampling'
import { mostAnswers } from '../settings/setting-ranges'

const count = z.number().nonnegative()
const ms = z.number().nonnegative()

export const role = z.enum(['system', 'user', 'assistant'])
export type Role = z.infer<typeof role>
export const promptMessage = z.object({ role, text: z.string() })
export type PromptMessage = z.infer<typeof promptMessage>

export const turnRequest = z.object({
  turnId: z.string().min(1),
  conversationId: z.string().min(1),
  /** The conversation so far. The last message is the user's, or the beginning of the model's own answer, which then goes on. */
  messages: z.array(promptMessage).min(1),
  sampling: samplingSettings,
  /** What happens where the conversation has become too long; absent: the answer stops. */
  overflow: overflowRequest.optional(),
  /** When send was pressed, in epoch milliseconds with fractions: TTFT starts here. */
  sentAtMs: z.number(),
  /** What was read from the disk into the cache for this turn, to stand in its figures. */
  restored: restoredSession.optional(),
})
export type TurnRequest = z.infer<typeof turnRequest>

/** A cache on the disk that would be read back before the prompt is processed. */
export const savedHolding = z.object({
  tokens: count,
  /** After how many tokens it can be taken up, where its memory cannot be cut anywhere; in order. */
  checkpoints: z.array(count),
  /** Of which messages it is made, as far as they are known. */
  messages: z.array(promptMessage),
})
export type SavedHolding = z.infer<typeof savedHolding>
export const foreseeRequest = z.object({
  conversationId: z.string(),
  messages: z.array(promptMessage).min(1),
  /** Counts where no sequence holds the conversation. */
  saved: savedHolding.optional(),
})
export type ForeseeRequest = z.infer<typeof foreseeRequest>

/** What a prompt would find in the cache if it were sent now. Counted, not tokenised as a whole: right to a few tokens. */
export const foreseenTurn = z.object({
  promptTokens: count,
  /** Of those, the ones whose cells could stay. */
  keptTokens: count,
  /** Their cells are on the disk; absent: in memory. */
  fromDisk: z.boolean().optional(),
})
export type ForeseenTurn = z.infer<typeof foreseenTurn>
/** The same with the time that it takes at the rate measured in this conversation; null: none was measured. */
export const foreseenSend = foreseenTurn.extend({ processMs: ms.nullable() })
export type ForeseenSend = z.infer<typeof foreseenSend>

/**
 * Several answers to one prompt, each a turn of its own to be followed and stopped. The prompt is processed once and its cells
 * are copied. The seed of answer `i` is `sampling.seed + i`, modulo 2^32; all are new where that is null.
 */
export const answersRequest = turnRequest.omit({ turnId: true }).extend({
  turnIds: z.array(turnRequest.shape.turnId).min(2).max(mostAnswers),
})
export type AnswersRequest = z.infer<typeof answersRequest>

export const stopReason = z.enum([
  /** The model ended its answer. */
  'end-of-text',
  /** One of the user's stop texts came. */
  'stop-text',
  /** `maxTokens` were written. */
  'token-limit',
  /** No cell is left. */
  'context-full',
  /** The user pressed stop. */
  'stopped',
  /** Its context was made anew: settings were changed, or another model was loaded. */
  'context-replaced',
])
export type StopReason = z.infer<typeof stopReason>

export const percentiles = z.object({ p50: ms, p90: ms, p99: ms })
export type Percentiles = z.infer<typeof percentiles>

/** An answer that shared the prefill of its prompt with others. */
export const sharedPrefill = z.object({
  answers: count,
  /** Copying the prompt's cells to the sequences of the others: part of `firstTokenMs`. */
  copyMs: ms,
  /** Of the prompt's cells, copied `answers - 1` times. */
  cellBytes: count,
  /** false: this model's sequences cannot be in one batch, so the answers were decoded a token each in turn. */
  inOneBatch: z.boolean(),
})
export type SharedPrefill = z.infer<typeof sharedPrefill>

/** What drafting ahead has come to in one answer. */
export const speculationFigures = z.object({
  /** Where the drafts came from. Absent: an earlier version, which had prompt lookup alone. */
  by: z.enum(['prompt-lookup', 'draft-model']).optional(),
  /** Tokens that were drafted and evaluated. */
  drafted: count,
  /** Of those, the ones that the model would have picked itself. */
  accepted: count,
  /** Time that the tokens of steps with drafts would have taken without them, by that of the others, divided by what they took; null: too few steps to judge. */
  speedUp: count.nullable(),
  /** It was slower and has ended for this answer. */
  switchedOff: z.boolean(),
  /** Reading what the draft model had not seen of the conversation, between the first tokens: no part of `speedUp`. Absent: there is no such model. */
  draftPromptMs: ms.optional(),
})
export type SpeculationFigures = z.infer<typeof speculationFigures>

/** What a finished turn measured. Times are milliseconds on the engine's monotonic clock. */
export const turnMetrics = z.object({
  stopReason,
  promptTokens: count,
  /** Prompt tokens whose cells were still in the cache. */
  reusedTokens: count,
  /** Prompt tokens that were computed: promptTokens - reusedTokens. */
  processedTokens: count,
  outputTokens: count,
  /** Send pressed to the first non-empty token: the sum of the five parts below. null: no token came. */
  ttftMs: ms.nullable(),
  /** Send pressed to the engine's start on it: transport, storing the message, waiting for another turn. */
  queueMs: ms,
  /** Chat template and tokeniser, and finding what can be reused. */
  tokeniseMs: ms,
  /** Processing all new prompt tokens but the last. */
  prefillMs: ms,
  /** The last prompt token through the model, sampling, and text made of the first token that has any. */
  firstTokenMs: ms.nullable(),
  /** Gaps between tokens; null with fewer than two tokens. */
  itlMs: percentiles.nullable(),
  /** (end of the last token - first token) / (outputTokens - 1); null with fewer than two tokens. */
  tpotMs: ms.nullable(),
  /** Tokens processed during prefillMs per second; null when nothing was. */
  prefillTokensPerSecond: count.nullable(),
  /** (outputTokens - 1) / decode time; null with fewer than two tokens. */
  decodeTokensPerSecond: count.nullable(),
  totalMs: ms,
  usedCells: count,
  totalCells: count,
  /** Seed that was used, also where the settings left it open. */
  seed: count,
  threads: count,
  /** Why so much of the prompt was reused. Absent: an engine, or an earlier version, that does not tell. */
  reuse: reuseReport.optional(),
  /** The cache came from the disk, which is part of `queueMs`. Absent: it did not. */
  restored: restoredSession.optional(),
  /** Absent: it was the only answer. */
  shared: sharedPrefill.optional(),
  /** What left the context in this turn. Absent: nothing. */
  overflow: overflowReport.optional(),
  /** Absent: nothing was drafted ahead. */
  speculation: speculationFigures.optional(),
})
export type TurnMetrics = z.infer<typeof turnMetrics>

/** Something that happened between two tokens. */
export const turnMark = z.object({
  /** Output tokens written before it. */
  afterToken: count,
  kind: z.enum(['threads-lowered', 'threads-raised', 'checkpoint', 'evicted', 'speculation-off']),
  value: z.number(),
})
export type TurnMark = z.infer<typeof turnMark>

export const turnPhase = z.enum(['queued', 'tokenising', 'prefill', 'generating', 'finished', 'failed'])
export type TurnPhase = z.infer<typeof turnPhase>

/** What is new in a turn since the reader's last update. */
export const turnUpdate = z.object({
  phase: turnPhase,
  promptTokens: count,
  reusedTokens: count,
  /** New prompt tokens processed so far. */
  processedTokens: count,
  outputTokens: count,
  /** Set with the first token. */
  ttftMs: ms.nullable(),
  /** Text since the last update. */
  text: z.string(),
  /** Gaps between tokens since the last update, in order. */
  itlMs: z.array(ms),
  marks: z.array(turnMark),
  usedCells: count,
  /** null: nothing is drafted ahead in this turn. */
  speculation: speculationFigures.nullable(),
  /** Set once the phase is `finished`. */
  metrics: turnMetrics.nullable(),
  /** Set once the phase is `failed`. */
  failure: failureSchema.nullable(),
})
export type TurnUpdate = z.infer<typeof turnUpdate>
