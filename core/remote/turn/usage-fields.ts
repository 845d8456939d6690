import type { ServerKind } from '../server-facts'
import type { ReportedUsage } from '../stream-events'

type Fields = Readonly<Record<keyof ReportedUsage, string>>

const openai: Fields = {
  promptTokens: 'usage.prompt_tokens',
  cachedTokens: 'usage.prompt_tokens_details.cached_tokens',
  outputTokens: 'usage.completion_tokens',
  reasoningTokens: 'usage.completion_tokens_details.reasoning_tokens',
  promptMs: 'timings.prompt_ms',
  outputMs: 'timings.predicted_ms',
  drafted: 'timings.draft_n',
  accepted: 'timings.draft_n_accepted',
}

const ollama: Fields = {
  ...openai,
  promptTokens: 'prompt_eval_count',
  cachedTokens: 'prompt_eval_cached_count',
  outputTokens: 'eval_count',
  promptMs: 'prompt_eval_duration',
  outputMs: 'eval_duration',
}

/** llama-server gives `timings` with each piece, and `usage` at the end. */
const cutOffLlama: Fields = {
  ...openai,
  promptTokens: 'timings.cache_n + timings.prompt_n',
  cachedTokens: 'timings.cache_n',
  outputTokens: 'timings.predicted_n',
}

/** The server's names. */
export function usageFieldsOf(kind: ServerKind, isStopped: boolean): Fields {
  if (kind === 'ollama') return ollama
  return kind === 'llama-server' && isStopped ? cutOffLlama : openai
}
