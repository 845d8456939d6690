import { countOf, fieldsOf, listOf, nameOf, textOf } from '../json-fields'
import type { FinishReason, ReportedUsage, StreamEvent } from '../stream-events'
import { logprobsFrom } from './logprobs'
import type { ChatReader } from './reader'
import { mergeUsage, noUsage, usageFromOpenAi, usageFromTimings } from './usage'

/** Reads the chunks of `/v1/chat/completions`. */
export class OpenAiReader implements ChatReader {
  isFinished = false
  private usage: ReportedUsage = noUsage
  private hasCalls = false

  read(value: unknown, atMs: number): StreamEvent[] {
    const chunk = fieldsOf(value)
    // Headroom asks for one answer, which has the index 0.
    const choice = fieldsOf(listOf(chunk.choices).find((entry) => (countOf(fieldsOf(entry).index) ?? 0) === 0))
    return [
      ...progressOf(chunk.prompt_progress, atMs),
      ...this.deltaEvents(choice.delta, atMs),
      ...logprobEvents(fieldsOf(choice.logprobs).content, atMs),
      ...this.usageEvents(chunk, atMs),
      ...this.finishEvents(choice.finish_reason, atMs),
    ]
  }

  private deltaEvents(value: unknown, atMs: number): StreamEvent[] {
    const delta = fieldsOf(value)
    const reasoning = nameOf(delta.reasoning_content) ?? nameOf(delta.reasoning)
    const text = nameOf(delta.content)
    const calls = listOf(delta.tool_calls).map((call, at) => callEvent(call, at, atMs))
    if (calls.length > 0) this.hasCalls = true
    return [
      ...(reasoning === null ? [] : [{ type: 'reasoning' as const, text: reasoning, atMs }]),
      ...(text === null ? [] : [{ type: 'text' as const, text, atMs }]),
      ...calls,
    ]
  }

  private usageEvents({ usage, timings, prompt_progress }: Readonly<Record<string, unknown>>, atMs: number): StreamEvent[] {
    const earlier = this.usage
    // During the prefill, the timings count a part of the prompt.
    if (isObject(timings) && !isObject(prompt_progress)) this.usage = mergeUsage(this.usage, usageFromTimings(timings))
    if (isObject(usage)) this.usage = mergeUsage(this.usage, usageFromOpenAi(usage))
    return this.usage === earlier ? [] : [{ type: 'usage', usage: this.usage, atMs }]
  }

  private finishEvents(value: unknown, atMs: number): StreamEvent[] {
    const word = nameOf(value)
    if (word === null || this.isFinished) return []
    this.isFinished = true
    return [{ type: 'finish', reason: finishReason(word, this.hasCalls), atMs }]
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** vLLM says `stop` after a call of the tool that the request named; Ollama says it after every call. */
export function finishReason(word: string, hasCalls: boolean): FinishReason {
  if (word === 'length') return 'length'
  if (word === 'tool_calls' || word === 'function_call') return 'tool-calls'
  if (word === 'stop') return hasCalls ? 'tool-calls' : 'stop'
  return 'other'
}

function callEvent(value: unknown, at: number, atMs: number): StreamEvent {
  const call = fieldsOf(value)
  const called = fieldsOf(call.function)
  return {
    type: 'tool-call',
    index: countOf(call.index) ?? at,
    id: nameOf(call.id),
    name: nameOf(called.name),
    arguments: textOf(called.arguments) ?? '',
    atMs,
  }
}

function logprobEvents(value: unknown, atMs: number): StreamEvent[] {
  const tokens = logprobsFrom(value)
  return tokens.length > 0 ? [{ type: 'logprobs', tokens, atMs }] : []
}

/** Source: `result_prompt_progress` in llama.cpp's tools/server/server-task.cpp. `processed` includes the cached tokens. */
function progressOf(value: unknown, atMs: number): StreamEvent[] {
  const progress = fieldsOf(value)
  const [total, cached, processed] = [countOf(progress.total), countOf(progress.cache), countOf(progress.processed)]
  if (total === null || cached === null || processed === null || cached > total || processed > total) return []
  return [{ type: 'progress', total, cached, processed, atMs }]
}
