import type { TurnMetrics } from '../../../../core/contract/chat/turn'
import type { TracedRequest } from '../../../../core/requests/traced-request'
import type { ServedFinish } from '../../../../core/serve/served-event'
import type { ServedTurn } from '../../../serve/serve-service'

export const turnOf = (fields: Partial<ServedTurn> = {}, tools: readonly string[] = []): ServedTurn => ({
  id: 'turn',
  request: {
    client: { dialect: 'anthropic', endpoint: '/v1/messages', userAgent: 'claude-cli/2.1.177 (external, cli)', keyName: null },
    model: null,
    prompt: { kind: 'chat', messages: [], tools: tools.map((tool) => JSON.parse(tool)) },
    sampling: {},
    answers: 1,
    topLogprobs: null,
  },
  remedies: [],
  conversationId: 'api-1',
  model: {
    id: 'qwen',
    path: '/models/qwen.gguf',
    loaded: {} as never,
    sizeBytes: 1,
    contextTokens: 8192,
    sequences: 1,
    loadedAtMs: 1,
  },
  receivedAtMs: Date.UTC(2026, 10, 26, 12),
  ...fields,
})

/** 10 ms per processed token. */
export function finishOf({ tokens, answerTokens, reusedTokens, sequence }: TracedRequest): ServedFinish {
  const processedTokens = tokens.length - reusedTokens
  const outputTokens = answerTokens.length
  const metrics: TurnMetrics = {
    stopReason: 'end-of-text',
    promptTokens: tokens.length,
    reusedTokens,
    processedTokens,
    outputTokens,
    ttftMs: 20 + processedTokens * 10,
    queueMs: 5,
    tokeniseMs: 5,
    prefillMs: processedTokens * 10,
    firstTokenMs: 10,
    itlMs: { p50: 20, p90: 22, p99: 30 },
    tpotMs: 20,
    prefillTokensPerSecond: 100,
    decodeTokensPerSecond: 50,
    totalMs: 100 + processedTokens * 10,
    usedCells: tokens.length + outputTokens,
    totalCells: 8192,
    seed: 1,
    threads: 4,
  }
  const usage = { promptTokens: tokens.length, cachedTokens: reusedTokens, processedTokens, outputTokens, reasoningTokens: 0 }
  return { type: 'finish', answer: 0, stopReason: 'end-of-text', stopText: null, calls: 0, usage, metrics, slot: sequence }
}
