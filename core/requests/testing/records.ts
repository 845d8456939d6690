import type { RequestExplanation, RequestRecord } from '../../contract/requests/requests'

export const explanation = (fields: Partial<RequestExplanation> = {}): RequestExplanation => ({
  cause: 'continued',
  lostTokens: 0,
  lostMs: 0,
  comparedId: null,
  commonTokens: 0,
  divergence: null,
  side: null,
  evictedBy: null,
  heldBack: null,
  ...fields,
})

export const requestRecord = ({
  lost,
  ...fields
}: Partial<RequestRecord> & { readonly lost?: Partial<RequestExplanation> } = {}): RequestRecord => ({
  id: 'r1',
  number: 1,
  receivedAtMs: Date.UTC(2026, 0, 15, 12),
  endedAtMs: Date.UTC(2026, 0, 15, 12, 0, 4),
  state: 'finished',
  client: 'Claude Code',
  userAgent: 'claude-cli/2.1.177 (external, cli)',
  dialect: 'anthropic',
  endpoint: '/v1/messages',
  model: 'Qwen3-Coder-30B-A3B-Q4_K_M',
  promptTokens: 18_204,
  reusedTokens: 40,
  processedTokens: 18_164,
  outputTokens: 211,
  times: { ttftMs: 2450, queueMs: 12, tokeniseMs: 38, prefillMs: 2300, firstTokenMs: 100, totalMs: 4000 },
  gapsMs: { p50: 21, p90: 24, p99: 41 },
  prefillTokensPerSecond: 790,
  decodeTokensPerSecond: 47.6,
  sequence: 0,
  tier: 'cells',
  stopReason: 'end-of-text',
  failure: null,
  problem: null,
  explanation: lost === undefined ? null : explanation(lost),
  hasBody: true,
  remedies: [],
  conversationId: 'api-1',
  askedModel: null,
  ...fields,
})
