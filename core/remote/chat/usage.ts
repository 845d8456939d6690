import { type Reported, reported } from '../figure'
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
  const promptTokens = countIn('usage.prompt_tokens', usage.prompt_tokens)
  const outputTokens = countIn('usage.completion_tokens', usage.completion_tokens)
  const cachedTokens = countIn('usage.prompt_tokens_details.cached_tokens', fieldsOf(usage.prompt_tokens_details).cached_tokens)
  const reasoningTokens =
    countIn('usage.completion_tokens_details.reasoning_tokens', fieldsOf(usage.completion_tokens_details).reasoning_tokens) ??
    countIn('usage.reasoning_tokens', usage.reasoning_tokens)
  return {
    ...noUsage,
    promptTokens,
    cachedTokens: atMost(cachedTokens, promptTokens),
    outputTokens,
    reasoningTokens: atMost(reasoningTokens, outputTokens),
  }
}

/** llama-server's `timings`. Source: `server_slot_stats::to_json` in llama.cpp's tools/server/server-common.cpp. */
export function usageFromTimings(value: unknown): ReportedUsage {
  const timings = fieldsOf(value)
  const cachedTokens = countIn('timings.cache_n', timings.cache_n)
  const processedTokens = countOf(timings.prompt_n)
  const drafted = countIn('timings.draft_n', timings.draft_n)
  return {
    ...noUsage,
    promptTokens:
      cachedTokens && processedTokens !== null ? countIn('timings.cache_n + timings.prompt_n', cachedTokens.value + processedTokens) : null,
    cachedTokens,
    outputTokens: countIn('timings.predicted_n', timings.predicted_n),
    promptMs: given('timings.prompt_ms', amountOf(timings.prompt_ms)),
    outputMs: given('timings.predicted_ms', amountOf(timings.predicted_ms)),
    drafted,
    accepted: atMost(countIn('timings.draft_n_accepted', timings.draft_n_accepted), drafted),
  }
}

/** The last line of Ollama's answer. `prompt_eval_count` includes the cached tokens. Source: `Metrics` in Ollama's api/types.go. */
export function usageFromOllama(value: unknown): ReportedUsage {
  const line = fieldsOf(value)
  const promptTokens = countIn('prompt_eval_count', line.prompt_eval_count)
  return {
    ...noUsage,
    promptTokens,
    cachedTokens: atMost(countIn('prompt_eval_cached_count', line.prompt_eval_cached_count), promptTokens),
    outputTokens: countIn('eval_count', line.eval_count),
    promptMs: given('prompt_eval_duration', milliseconds(line.prompt_eval_duration)),
    outputMs: given('eval_duration', milliseconds(line.eval_duration)),
  }
}

const given = (field: string, value: number | null): Reported | null => (value === null ? null : reported(value, field))
const countIn = (field: string, value: unknown): Reported | null => given(field, countOf(value))

function milliseconds(nanoseconds: unknown): number | null {
  const amount = amountOf(nanoseconds)
  return amount === null ? null : amount / 1e6
}

/** A part of a whole cannot be larger. */
const atMost = (part: Reported | null, whole: Reported | null): Reported | null => (part && whole && part.value > whole.value ? null : part)
