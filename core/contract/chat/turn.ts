/**
 * A turn is a log in the engine. Readers follow it from a cursor: a slow reader does not slow the engine, and a late one misses nothing.
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
  /** Oldest first. A last message of the assistant is continued. */
  messages: z.array(promptMessage).min(1),
  sampling: samplingSettings,
  /** Absent: `stop`. */
  overflow: overflowRequest.optional(),
  /** Epoch ms with fractions. */
  sentAtMs: z.number(),
  /** By main. */
  restored: restoredSession.optional(),
})
export type TurnRequest = z.infer<typeof turnRequest>

export const savedHolding = z.object({
  tokens: count,
  /** Where it can be cut if its memory cannot be cut anywhere; ascending. */
  checkpoints: z.array(count),
  messages: z.array(promptMessage),
})
export type SavedHolding = z.infer<typeof savedHolding>
export const reusePreviewRequest = z.object({
  conversationId: z.string(),
  messages: z.array(promptMessage).min(1),
  /** Used only if no sequence holds the conversation. */
  saved: savedHolding.optional(),
})
export type ReusePreviewRequest = z.infer<typeof reusePreviewRequest>

/** Counted in pieces: may be off by a few. */
export const reusePreview = z.object({
  promptTokens: count,
  keptTokens: count,
  fromDisk: z.boolean().optional(),
})
export type ReusePreview = z.infer<typeof reusePreview>
/** null: no rate in this conversation. */
export const sendPreview = reusePreview.extend({ processMs: ms.nullable() })
export type SendPreview = z.infer<typeof sendPreview>

/** The prompt is processed once; its cells are copied. Answer `i` uses the seed `sampling.seed + i` modulo 2^32, or a random one. */
export const answersRequest = turnRequest.omit({ turnId: true }).extend({
  turnIds: z.array(turnRequest.shape.turnId).min(2).max(mostAnswers),
})
export type AnswersRequest = z.infer<typeof answersRequest>

export const stopReason = z.enum(['end-of-text', 'stop-text', 'token-limit', 'context-full', 'stopped', 'context-replaced'])
export type StopReason = z.infer<typeof stopReason>

export const percentiles = z.object({ p50: ms, p90: ms, p99: ms })
export type Percentiles = z.infer<typeof percentiles>

export const sharedPrefill = z.object({
  answers: count,
  /** Part of `firstTokenMs`. */
  copyMs: ms,
  /** Of the prompt's cells, copied `answers - 1` times. */
  cellBytes: count,
  /** false: the model's sequences cannot share a batch. */
  inOneBatch: z.boolean(),
})
export type SharedPrefill = z.infer<typeof sharedPrefill>

export const speculationFigures = z.object({
  /** Absent: prompt lookup, in old versions. */
  by: z.enum(['prompt-lookup', 'draft-model']).optional(),
  drafted: count,
  /** That the model would have sampled itself. */
  accepted: count,
  /** Estimated time without drafts / actual time, for steps with drafts. null: too few steps. */
  speedUp: count.nullable(),
  switchedOff: z.boolean(),
  /** The draft model catches up with the conversation; not in `speedUp`. Absent: no draft model. */
  draftPromptMs: ms.optional(),
})
export type SpeculationFigures = z.infer<typeof speculationFigures>

/** ms on the engine's monotonic clock. */
export const turnMetrics = z.object({
  stopReason,
  promptTokens: count,
  reusedTokens: count,
  /** promptTokens - reusedTokens. */
  processedTokens: count,
  outputTokens: count,
  /** From send to the first token with text: the sum of the next five. */
  ttftMs: ms.nullable(),
  /** Transport, storing the message, waiting for another turn. */
  queueMs: ms,
  /** Template, tokenizer, search for reusable cells. */
  tokeniseMs: ms,
  /** All new prompt tokens but the last. */
  prefillMs: ms,
  /** The last prompt token, and sampling until a token has text. */
  firstTokenMs: ms.nullable(),
  /** null with fewer than two tokens. */
  itlMs: percentiles.nullable(),
  /** (end of the last token - first token) / (outputTokens - 1); null with fewer than two. */
  tpotMs: ms.nullable(),
  /** null if no token was prefilled. */
  prefillTokensPerSecond: count.nullable(),
  /** (outputTokens - 1) / decode time; null with fewer than two tokens. */
  decodeTokensPerSecond: count.nullable(),
  totalMs: ms,
  usedCells: count,
  totalCells: count,
  seed: count,
  threads: count,
  /** Absent: older versions. */
  reuse: reuseReport.optional(),
  /** Part of `queueMs`. */
  restored: restoredSession.optional(),
  /** Absent: the only answer. */
  shared: sharedPrefill.optional(),
  overflow: overflowReport.optional(),
  speculation: speculationFigures.optional(),
})
export type TurnMetrics = z.infer<typeof turnMetrics>

export const turnMark = z.object({
  afterToken: count,
  kind: z.enum(['threads-lowered', 'threads-raised', 'checkpoint', 'evicted', 'speculation-off']),
  value: z.number(),
})
export type TurnMark = z.infer<typeof turnMark>

export const turnPhase = z.enum(['queued', 'tokenising', 'prefill', 'generating', 'finished', 'failed'])
export type TurnPhase = z.infer<typeof turnPhase>

export const turnUpdate = z.object({
  phase: turnPhase,
  promptTokens: count,
  reusedTokens: count,
  processedTokens: count,
  outputTokens: count,
  ttftMs: ms.nullable(),
  text: z.string(),
  itlMs: z.array(ms),
  marks: z.array(turnMark),
  usedCells: count,
  speculation: speculationFigures.nullable(),
  /** Set if `finished`. */
  metrics: turnMetrics.nullable(),
  /** Set if `failed`. */
  failure: failureSchema.nullable(),
})
export type TurnUpdate = z.infer<typeof turnUpdate>
