import type { RequestRecord } from '../../../core/contract/requests/requests'
import { tierOf } from '../../../core/serve/figures'
import type { ServedFinish } from '../../../core/serve/served-event'
import type { ServedTurn } from '../../serve/serve-service'

export const received = ({ id, request, remedies, model, receivedAtMs }: ServedTurn, client: string, number: number): RequestRecord => ({
  id,
  number,
  receivedAtMs,
  endedAtMs: null,
  state: 'waiting',
  client,
  userAgent: request.client.userAgent,
  dialect: request.client.dialect,
  endpoint: request.client.endpoint,
  model: model.id,
  askedModel: request.model,
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
  explanation: null,
  hasBody: false,
  remedies: [...remedies],
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
  if (!explanation?.divergence) return record
  const { position, part, message } = explanation.divergence
  return {
    ...record,
    explanation: { ...explanation, divergence: { position, part, message, before: '', held: '', prompt: '', clock: null } },
  }
}
