/** Source: `async_request_openai_chat_completions` in vllm/benchmarks/lib/endpoint_request_func.py, vLLM 0.33.0. */
import { outputTokensOf, type RequestRecord } from './record'

export interface RequestTiming {
  readonly ttftMs: number
  /** To the last piece of text. */
  readonly endToEndMs: number
  readonly gapsMs: readonly number[]
  /** null for an answer of one token. */
  readonly tpotMs: number | null
}

/** null if no text arrived. */
export function timingOf(record: RequestRecord): RequestTiming | null {
  const { sentMs, textMs } = record
  const [first] = textMs
  const last = textMs.at(-1)
  if (first === undefined || last === undefined) return null
  const tokens = outputTokensOf(record)
  return {
    ttftMs: first - sentMs,
    endToEndMs: last - sentMs,
    gapsMs: textMs.slice(1).map((at, index) => at - (textMs[index] as number)),
    tpotMs: tokens > 1 ? (last - first) / (tokens - 1) : null,
  }
}
