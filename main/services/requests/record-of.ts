import type { Failure } from '../../../core/contract/errors/errors'
import type { RequestRecord } from '../../../core/contract/requests/requests'
import { clientOf } from '../../../core/requests/client-of'
import { tierOf } from '../../../core/serve/figures'
import type { ServedFinish } from '../../../core/serve/served-event'
import type { ServedClient } from '../../../core/serve/served-request'
import type { ServedTurn, ServeNews } from '../../serve/serve-service'

type RefusedNews = Extract<ServeNews, { type: 'refused' }>

export const received = ({ id, conversationId, request, remedies, model, receivedAtMs }: ServedTurn, number: number): RequestRecord => ({
  ...unanswered(request.client),
  id,
  number,
  receivedAtMs,
  model: model.id,
  askedModel: request.model,
  remedies: [...remedies],
  conversationId,
})

export const refused = ({ client, failure, atMs }: RefusedNews, id: string, number: number): RequestRecord => ({
  ...unanswered(client),
  id,
  number,
  receivedAtMs: atMs,
  endedAtMs: atMs,
  state: 'refused',
  ...failed(failure),
})

export const failed = (failure: Failure): Pick<RequestRecord, 'failure' | 'problem'> & Partial<RequestRecord> => ({
  failure: failure.code,
  problem: failure,
  ...(failure.code === 'prompt-too-long' ? { promptTokens: failure.facts.promptTokens } : {}),
})

const unanswered = ({ userAgent, keyName, dialect, endpoint }: ServedClient): RequestRecord => ({
  id: '',
  number: 0,
  receivedAtMs: 0,
  endedAtMs: null,
  state: 'waiting',
  client: clientOf(userAgent, keyName),
  userAgent,
  dialect,
  endpoint,
  model: '',
  askedModel: null,
  promptTokens: 0,
  reusedTokens: 0,
  processedTokens: 0,
  outputTokens: 0,
  times: null,
  gapsMs: null,
  prefillTokensPerSecond: null,
  decodeTokensPerSecond: null,
  sequence: null,
  tier: null,
  stopReason: null,
  failure: null,
  problem: null,
  explanation: null,
  hasBody: false,
  remedies: [],
  conversationId: null,
})

export function finished(finish: ServedFinish): Partial<RequestRecord> {
  const { usage, metrics, slot, stopReason } = finish
  const { ttftMs, queueMs, tokeniseMs, prefillMs, firstTokenMs, totalMs } = metrics
  return {
    promptTokens: usage.promptTokens,
    reusedTokens: usage.cachedTokens,
    processedTokens: usage.processedTokens,
    outputTokens: usage.outputTokens,
    times: { ttftMs, queueMs, tokeniseMs, prefillMs, firstTokenMs, totalMs },
    gapsMs: metrics.itlMs,
    prefillTokensPerSecond: metrics.prefillTokensPerSecond,
    decodeTokensPerSecond: metrics.decodeTokensPerSecond,
    sequence: slot,
    tier: tierOf(finish),
    stopReason,
  }
}

/** For files that leave this machine: positions and counts, but no text of a prompt. */
export function withoutTexts(record: RequestRecord): RequestRecord {
  const { explanation } = record
  if (!explanation?.divergence) return { ...record, problem: null }
  const { position, part, message } = explanation.divergence
  return {
    ...record,
    problem: null,
    explanation: { ...explanation, divergence: { position, part, message, before: '', held: '', prompt: '', clock: null } },
  }
}
