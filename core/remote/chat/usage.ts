import { amountOf, countOf, fieldsOf } from '../json-fields'
import type { ReportedUsage } from '../stream-events'

export const noUsage: ReportedUsage = {
  promptTokens: null,
  cachedTokens: null,
  outputTokens: null,
  reasoningTokens: null,
  promptMs: null,
  outputMs: null,
  drafted: null,
  accepted: null,
}

/** `later` replaces what it says. Servers send usage with every token, so this does not go through the names of the fields. */
export const mergeUsage = (earlier: ReportedUsage, later: ReportedUsage): ReportedUsage => ({
  promptTokens: later.promptTokens ?? earlier.promptTokens,
  cachedTokens: later.cachedTokens ?? earlier.cachedTokens,
  outputTokens: later.outputTokens ?? earlier.outputTokens,
  reasoningTokens: later.reasoningTokens ?? earlier.reasoningTokens,
  promptMs: later.promptMs ?? earlier.promptMs,
  outputMs: later.outputMs ?? earlier.outputMs,
  drafted: later.drafted ?? earlier.drafted,
  accepted: later.accepted ?? earlier.accepted,
})

/** OpenAI's `usage`. SGLang gives `reasoning_tokens` next to the other counts. */
export function usageFromOpenAi(value: unknown): ReportedUsage {
  const usage = fieldsOf(value)
  const promptTokens = countOf(usage.prompt_tokens)
  const outputTokens = countOf(usage.completion_tokens)
  return {
    ...noUsage,
    promptTokens,
    cachedTokens: atMost(countOf(fieldsOf(usage.prompt_tokens_details).cached_tokens), promptTokens),
    outputTokens,
    reasoningTokens: atMost(
      countOf(fieldsOf(usage.completion_tokens_details).reasoning_tokens) ?? countOf(usage.reasoning_tokens),
      outputTokens,
    ),
  }
}

/** llama-server's `timings`. Source: `server_slot_stats::to_json` in llama.cpp's tools/server/server-common.cpp. */
export function usageFromTimings(value: unknown): ReportedUsage {
  const timings = fieldsOf(value)
  const cachedTokens = countOf(timings.cache_n)
  const processedTokens = countOf(timings.prompt_n)
  const drafted = countOf(timings.draft_n)
  return {
    ...noUsage,
    promptTokens: cachedTokens === null || processedTokens === null ? null : countOf(cachedTokens + processedTokens),
    cachedTokens,
    outputTokens: countOf(timings.predicted_n),
    promptMs: amountOf(timings.prompt_ms),
    outputMs: amountOf(timings.predicted_ms),
    drafted,
    accepted: atMost(countOf(timings.draft_n_accepted), drafted),
  }
}

/** The last line of Ollama's answer. `prompt_eval_count` includes the cached tokens. Source: `Metrics` in Ollama's api/types.go. */
export function usageFromOllama(value: unknown): ReportedUsage {
  const line = fieldsOf(value)
  const promptTokens = countOf(line.prompt_eval_count)
  return {
    ...noUsage,
    promptTokens,
    cachedTokens: atMost(countOf(line.prompt_eval_cached_count), promptTokens),
    outputTokens: countOf(line.eval_count),
    promptMs: milliseconds(line.prompt_eval_duration),
    outputMs: milliseconds(line.eval_duration),
  }
}

function milliseconds(nanoseconds: unknown): number | null {
  const amount = amountOf(nanoseconds)
  return amount === null ? null : amount / 1e6
}

/** A part of a whole cannot be larger. */
const atMost = (part: number | null, whole: number | null): number | null => (part !== null && whole !== null && part > whole ? null : part)
