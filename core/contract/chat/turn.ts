/** A turn is a log in the engine. Each reader follows it from its own position, so slow readers do not slow down the engine. */
import { z } from 'zod'
import { savedPrefix } from '../cache/prefixes'
import { readCacheKinds } from '../cache/read-cache-kinds'
import { reuseReport } from '../cache/reuse'
import { restoredSession } from '../cache/sessions'
import { failureSchema } from '../errors/errors'
import { remoteTurn } from '../remote/remote-turn'
import { overflowReport, overflowRequest } from '../settings/overflow'
import { samplingSettings } from '../settings/sampling'
import { grammarKinds, mostAnswers } from '../settings/setting-ranges'
import { imageData } from './documents'
import { tokenLogprob } from './logprobs'
import { messageParts } from './message-parts'
import { promptSettings, toolDefinitions } from './tools'

const count = z.number().nonnegative()
const ms = z.number().nonnegative()

export const role = z.enum(['system', 'user', 'assistant', 'tool'])
export type Role = z.infer<typeof role>
export const promptMessage = z.object({
  role,
  text: z.string(),
  parts: messageParts.optional(),
  /** The user edited this answer. */
  edited: z.boolean().optional(),
})
export type PromptMessage = z.infer<typeof promptMessage>

export const mostTopLogprobs = 20
export const mostRawTokens = 2_000_000
/** In a text, names of control tokens are control tokens, as in llama-server. */
export const rawPrompt = z.union([
  z.object({ text: z.string().min(1) }),
  z.object({ tokens: z.array(z.int().nonnegative()).min(1).max(mostRawTokens) }),
])
export type RawPrompt = z.infer<typeof rawPrompt>

export const turnRequest = z.object({
  turnId: z.string().min(1),
  conversationId: z.string().min(1),
  /** Oldest first. The engine continues the last message if the assistant wrote it. */
  messages: z.array(promptMessage).min(1),
  sampling: samplingSettings,
  tools: toolDefinitions.optional(),
  /** The key is the ID in the parts of the messages. Only a server accepts images. */
  images: z.record(z.string(), imageData).optional(),
  overflow: overflowRequest.optional(),
  /** Replaces the prompt that the chat template would make from the messages. The model continues it, and the answer is one text. */
  raw: rawPrompt.optional(),
  /** Each token of the answer comes with this many of the likeliest tokens. Turns speculation off. */
  topLogprobs: z.int().min(0).max(mostTopLogprobs).optional(),
  /**
   * With `topLogprobs`, in a new private conversation: the logprobs of the prompt's tokens come before those of the answer. Nothing predicts
   * the first one, so its logprob is 0. `only`: there is no answer.
   */
  promptLogprobs: z.enum(['only', 'with-answer']).optional(),
  /** With `topLogprobs`: the probabilities after all samplers, instead of those before any sampler. */
  postSamplingProbs: z.boolean().optional(),
  /** The answer ends with the first line break that comes later than this many ms after its first token. */
  mostPredictMs: z.int().min(1).optional(),
  /** If it is less than the context: how many cells the prompt and the answer may use. */
  contextTokens: z.int().min(1).optional(),
  /** In epoch ms, with fractions. */
  sentAtMs: z.number(),
  restored: restoredSession.optional(),
  /** Other conversations never find the cells of a private one. */
  isPrivate: z.boolean().optional(),
  /** The first answer takes this sequence, and waits until it is idle. */
  sequence: z.int().nonnegative().optional(),
})
export type TurnRequest = z.infer<typeof turnRequest>

export const savedHolding = z.object({
  tokens: count,
  /** Token counts to which a sliding window or recurrent state can go back. */
  checkpoints: z.array(count),
  messages: z.array(promptMessage),
})
export type SavedHolding = z.infer<typeof savedHolding>
export const reusePreviewRequest = z.object({
  conversationId: z.string(),
  messages: z.array(promptMessage).min(1),
  settings: promptSettings,
  saved: savedHolding.optional(),
})
export type ReusePreviewRequest = z.infer<typeof reusePreviewRequest>

/** Which saved cache of another conversation a prompt should restore, if its own has no cells and no file. */
export const savedPrefixQuestion = z.object({
  conversationId: z.string(),
  messages: z.array(promptMessage).min(1),
  settings: promptSettings,
  /** `stops`: the numbers of tokens at its checkpoints. */
  saved: z.array(savedPrefix.extend({ stops: z.array(count) })),
})
export type SavedPrefixQuestion = z.infer<typeof savedPrefixQuestion>

/** The tokens with which all these prompts begin, to process in the background. */
export const prefixRequest = z.object({
  /** The owner. It need not be a conversation. */
  conversationId: z.string().min(1),
  prompts: z.array(z.array(promptMessage).min(1)).min(2),
  sampling: samplingSettings,
  tools: toolDefinitions.optional(),
})
export type PrefixRequest = z.infer<typeof prefixRequest>
/** Of `promptTokens`, `tokens` are in cells now, of which `processedTokens` were not there before. */
export const processedPrefix = z.object({ promptTokens: count, tokens: count, processedTokens: count, isComplete: z.boolean() })
export type ProcessedPrefix = z.infer<typeof processedPrefix>

/** May be off by a few tokens, because the text is counted in pieces. */
export const reusePreview = z.object({
  promptTokens: count,
  keptTokens: count,
  fromDisk: z.boolean().optional(),
})
export type ReusePreview = z.infer<typeof reusePreview>
export const sendPreview = reusePreview.extend({ processMs: ms.nullable() })
export type SendPreview = z.infer<typeof sendPreview>

/** What a window has received of an answer. */
export const shownAnswer = z.object({ turnId: z.string(), text: z.string(), parts: messageParts.optional() })
export type ShownAnswer = z.infer<typeof shownAnswer>

/** Answer `i` uses the seed `sampling.seed + i` modulo 2^32. */
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
  copyMs: ms,
  /** Size of the prompt's cells, which are copied `answers - 1` times. */
  cellBytes: count,
  inOneBatch: z.boolean(),
})
export type SharedPrefill = z.infer<typeof sharedPrefill>

/** The turn's steps in which turns of other conversations also had tokens evaluated. */
export const sharedSteps = z.object({
  steps: count,
  /** Most other turns in a step. */
  otherTurns: count,
  otherPromptTokens: count,
})
export type SharedSteps = z.infer<typeof sharedSteps>

export const speculationFigures = z.object({
  /** Absent in older versions, which had only prompt lookup. */
  by: z.enum(['prompt-lookup', 'draft-model']).optional(),
  drafted: count,
  accepted: count,
  /** Batches that checked a draft. Absent in older versions. */
  drafts: count.optional(),
  /** Estimated time without drafts / actual time. null after too few steps. */
  speedUp: count.nullable(),
  switchedOff: z.boolean(),
  /** Not included in `speedUp`. */
  draftPromptMs: ms.optional(),
})
export type SpeculationFigures = z.infer<typeof speculationFigures>

export const grammarFigures = z.object({
  kind: z.enum(grammarKinds),
  /** Whether the answer may end where it ended. */
  isComplete: z.boolean(),
  /** Speculation was chosen, but drafts do not follow a grammar. */
  turnedSpeculationOff: z.boolean(),
})
export type GrammarFigures = z.infer<typeof grammarFigures>

/** Memory traffic of one token in the middle of the answer (core/bandwidth). */
export const tokenReads = z.object({
  tokens: count,
  /** `type` is a ggml type. Most bytes first. */
  weights: z.array(z.object({ type: z.string(), bytes: count })),
  caches: z.array(z.object({ kind: z.enum(readCacheKinds), readBytes: count, writtenBytes: count })),
  flop: count,
  /** `both` means weights in VRAM and in RAM. */
  location: z.enum(['ram', 'vram', 'both']),
})
export type TokenReads = z.infer<typeof tokenReads>

/** A run of consecutive gaps between tokens. */
export const turnPiece = z.object({
  /** In the middle of the piece. */
  usedCells: count,
  /** The median. */
  itlMs: ms,
  /** From sending the message to the last token of the piece. */
  endMs: ms,
})
export type TurnPiece = z.infer<typeof turnPiece>

export const turnMetrics = z.object({
  stopReason,
  promptTokens: count,
  reusedTokens: count,
  processedTokens: count,
  outputTokens: count,
  /** From sending to the first token with text: the sum of the next four times. */
  ttftMs: ms.nullable(),
  /** Transport, storing the message, and waiting for another turn. */
  queueMs: ms,
  /** Template, tokenizer, and search for reusable cells. */
  tokeniseMs: ms,
  /** The new tokens of the prompt. */
  prefillMs: ms,
  /** From the end of the prefill until a token has text. */
  firstTokenMs: ms.nullable(),
  itlMs: percentiles.nullable(),
  /** (end of the last token - first token) / (outputTokens - 1). null for fewer than two tokens. */
  tpotMs: ms.nullable(),
  prefillTokensPerSecond: count.nullable(),
  /** (outputTokens - 1) / decode time. null for fewer than two tokens. */
  decodeTokensPerSecond: count.nullable(),
  totalMs: ms,
  usedCells: count,
  totalCells: count,
  seed: count,
  threads: count,
  reuse: reuseReport.optional(),
  restored: restoredSession.optional(),
  shared: sharedPrefill.optional(),
  sharedSteps: sharedSteps.optional(),
  overflow: overflowReport.optional(),
  speculation: speculationFigures.optional(),
  grammar: grammarFigures.optional(),
  /** Absent if the header is unreadable or no token was decoded, and in turns of older versions. */
  reads: tokenReads.optional(),
  /** Oldest first. */
  pieces: z.array(turnPiece).optional(),
  /** The stop string that ended the answer, if the request has it. */
  stopText: z.string().optional(),
  /** The engine's sequence that held the prompt. */
  sequence: count.optional(),
})
export type TurnMetrics = z.infer<typeof turnMetrics>

export const turnMark = z.object({
  afterToken: count,
  kind: z.enum(['threads-lowered', 'threads-raised', 'checkpoint', 'evicted', 'speculation-off']),
  value: z.number(),
})
export type TurnMark = z.infer<typeof turnMark>

export const turnPhase = z.enum(['queued', 'tokenizing', 'prefill', 'generating', 'finished', 'failed'])
export type TurnPhase = z.infer<typeof turnPhase>

/** A turn waits for sequences that other conversations use, or for another turn that is processing the first `tokens` tokens of its prompt. */
export const turnWait = z.discriminatedUnion('for', [
  z.object({ for: z.literal('sequences'), wanted: count, idle: count, sequences: count }),
  z.object({ for: z.literal('prompt'), tokens: count }),
])
export type TurnWait = z.infer<typeof turnWait>

export const turnUpdate = z.object({
  phase: turnPhase,
  /** Present while the turn waits. */
  waits: turnWait.optional(),
  promptTokens: count,
  reusedTokens: count,
  processedTokens: count,
  outputTokens: count,
  ttftMs: ms.nullable(),
  text: z.string(),
  /** All parts of the message so far, if they have changed. */
  parts: messageParts.optional(),
  itlMs: z.array(ms),
  marks: z.array(turnMark),
  /** Logprobs of the new tokens. Present if the request asks for logprobs. */
  logprobs: z.array(tokenLogprob).optional(),
  usedCells: count,
  speculation: speculationFigures.nullable(),
  metrics: turnMetrics.nullable(),
  /** Instead of `metrics`, if a server wrote the answer. Next to `failure`, if the answer broke off after its first text. */
  remote: remoteTurn.optional(),
  failure: failureSchema.nullable(),
})
export type TurnUpdate = z.infer<typeof turnUpdate>
