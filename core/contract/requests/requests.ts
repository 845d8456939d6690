/** The ledger of the API server's requests. */
import { z } from 'zod'
import { cellContent } from '../cache/cache'
import { divergence, reuseReport } from '../cache/reuse'
import { percentiles, stopReason } from '../chat/turn'
import { failureSchema } from '../errors/errors'
import { requestCauses, sideKinds } from './request-causes'

const count = z.number().nonnegative()
const ms = z.number().nonnegative()

export const requestState = z.enum(['waiting', 'prefill', 'decode', 'finished', 'failed', 'gone', 'refused'])
export type RequestState = z.infer<typeof requestState>

export const prefixTier = z.enum(['cells', 'memory', 'disk'])

export const requestExplanation = z.object({
  cause: z.enum(requestCauses),
  /** Prompt tokens that were processed again, although an earlier request had them. */
  lostTokens: count,
  /** At the prefill rate of this request. null if it processed too few tokens to measure one. */
  lostMs: ms.nullable(),
  comparedId: z.string().nullable(),
  commonTokens: count,
  divergence: divergence.nullable(),
  side: z.enum(sideKinds).nullable(),
  evictedBy: z.object({ id: z.string(), client: z.string(), side: z.enum(sideKinds).nullable() }).nullable(),
  heldBack: reuseReport.shape.heldBack,
})
export type RequestExplanation = z.infer<typeof requestExplanation>

export const requestTimes = z.object({
  /** The sum of the next four. null if no token with text was generated. */
  ttftMs: ms.nullable(),
  queueMs: ms,
  tokeniseMs: ms,
  prefillMs: ms,
  firstTokenMs: ms.nullable(),
  totalMs: ms,
})
export type RequestTimes = z.infer<typeof requestTimes>

export const remedy = z.enum(['header-removed', 'tools-sorted'])
export type Remedy = z.infer<typeof remedy>

export const requestRecord = z.object({
  id: z.string(),
  /** Counts from 1. */
  number: count,
  receivedAtMs: z.number(),
  endedAtMs: z.number().nullable(),
  state: requestState,
  /** The key's name, or the program in the User-Agent. */
  client: z.string(),
  userAgent: z.string(),
  dialect: z.string(),
  endpoint: z.string(),
  model: z.string(),
  /** The name that the client sent. null if it sent none. */
  askedModel: z.string().nullable(),
  promptTokens: count,
  reusedTokens: count,
  processedTokens: count,
  outputTokens: count,
  /** null until the request ends. */
  times: requestTimes.nullable(),
  gapsMs: percentiles.nullable(),
  prefillTokensPerSecond: count.nullable(),
  decodeTokensPerSecond: count.nullable(),
  sequence: count.nullable(),
  tier: prefixTier.nullable(),
  stopReason: stopReason.nullable(),
  /** The code of the failure. */
  failure: z.string().nullable(),
  /** The failure with its facts, for its sentence. Not exported, because facts may quote the request. */
  problem: failureSchema.nullable().default(null),
  explanation: requestExplanation.nullable(),
  hasBody: z.boolean(),
  /** What Headroom changed in the prompt before the engine got it. */
  remedies: z.array(remedy),
  /** Under this name, the engine keeps the prompt's cells. null if the engine never got the request. */
  conversationId: z.string().nullable().default(null),
})
export type RequestRecord = z.infer<typeof requestRecord>

export const ledgerUpdate = z.object({
  /** New and changed records, the oldest first. */
  records: z.array(requestRecord),
  /** Records with a lower number have been removed. */
  oldestNumber: count,
  bodies: z.object({ count, bytes: count }),
})
export type LedgerUpdate = z.infer<typeof ledgerUpdate>

export const promptPart = z.object({ holds: cellContent, message: count.optional(), tokens: count, text: z.string() })
export type PromptPart = z.infer<typeof promptPart>

export const requestBody = z.object({
  prompt: z.array(promptPart),
  answer: z.array(promptPart),
  /** The prompt and the answer that this prompt was compared with. null if no such request exists, or if its body is no longer kept. */
  compared: z.array(promptPart).nullable(),
  /** Between the tokens of the answer. */
  gapsMs: z.array(ms),
})
export type RequestBody = z.infer<typeof requestBody>

export const simulationChange = z.enum([
  'as-is',
  'more-sequences',
  'many-sequences',
  'memory-store',
  'header-kept',
  'clock-kept',
  'tools-sorted',
  'reasoning-kept',
  'everything',
])
export type SimulationChange = z.infer<typeof simulationChange>

export const simulation = z.object({
  requests: count,
  promptTokens: count,
  measuredReusedTokens: count,
  rows: z.array(
    z.object({
      change: simulationChange,
      sequences: count,
      /** In tokens. 0 without a store in memory. */
      storeTokens: count,
      reusedTokens: count,
      processedTokens: count,
      /** At the prefill rate of each request, compared with `as-is`. null if no request has a rate. */
      savedMs: z.number().nullable(),
    }),
  ),
})
export type Simulation = z.infer<typeof simulation>
