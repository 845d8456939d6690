import type { StoredMessage } from '../contract/chat/conversations'

export interface ReasoningPrice {
  /** Tokens of reasoning in the conversation, which take a cell each while they are kept. */
  readonly keptTokens: number
  /** Tokens after the newest reasoning, in the same answer. If the reasoning is dropped, they are processed again with the next message. */
  readonly repeatedTokens: number
  readonly repeatedMs: number | null
  /** What the newest turn with dropped reasoning processed again. null if no turn dropped any. */
  readonly measured: { readonly tokens: number; readonly ms: number | null } | null
}

type Turn = Pick<StoredMessage, 'role' | 'parts' | 'metrics'>

/** Planned from a conversation, oldest message first. null if it has no reasoning. `tokensPerSecond` is the rate of prefill. */
export function reasoningPrice(messages: readonly Turn[], tokensPerSecond: number | null): ReasoningPrice | null {
  const answers = messages.filter(({ role }) => role === 'assistant')
  const reasoned = answers.filter((answer) => reasoningTokens(answer) > 0)
  const newest = reasoned.at(-1)
  if (!newest) return null
  const repeatedTokens = Math.max(0, (newest.metrics?.outputTokens ?? 0) - reasoningTokens(newest))
  const reuse = answers.findLast(({ metrics }) => metrics?.reuse?.cause === 'reasoning-dropped')?.metrics?.reuse
  return {
    keptTokens: reasoned.reduce((sum, answer) => sum + reasoningTokens(answer), 0),
    repeatedTokens,
    repeatedMs: tokensPerSecond === null ? null : (repeatedTokens * 1000) / tokensPerSecond,
    measured: reuse ? { tokens: reuse.repeatedTokens, ms: reuse.repeatedMs } : null,
  }
}

const reasoningTokens = ({ parts = [] }: Turn): number =>
  parts.reduce((sum, part) => sum + (part.type === 'reasoning' ? part.tokens : 0), 0)
