import { fieldsOf, listOf, nameOf, textOf } from '../json-fields'
import type { StreamEvent } from '../stream-events'
import { logprobsFrom } from './logprobs'
import { finishReason } from './openai-reader'
import type { ChatReader } from './reader'
import { usageFromOllama } from './usage'

/** Reads the lines of `/api/chat`. Source: `ChatResponse` in Ollama's api/types.go. */
export class OllamaReader implements ChatReader {
  isFinished = false
  private calls = 0

  read(value: unknown, atMs: number): StreamEvent[] {
    const line = fieldsOf(value)
    const message = fieldsOf(line.message)
    const reasoning = nameOf(message.thinking)
    const text = nameOf(message.content)
    const tokens = logprobsFrom(line.logprobs)
    return [
      ...(reasoning === null ? [] : [{ type: 'reasoning' as const, text: reasoning, atMs }]),
      ...(text === null ? [] : [{ type: 'text' as const, text, atMs }]),
      ...listOf(message.tool_calls).map((call) => this.callEvent(call, atMs)),
      ...(tokens.length > 0 ? [{ type: 'logprobs' as const, tokens, atMs }] : []),
      ...this.endEvents(line, atMs),
    ]
  }

  /** A call arrives whole. Older versions give no `id`. */
  private callEvent(value: unknown, atMs: number): StreamEvent {
    const call = fieldsOf(value)
    const called = fieldsOf(call.function)
    return {
      type: 'tool-call',
      index: this.calls++,
      id: nameOf(call.id),
      name: nameOf(called.name),
      arguments: textOf(called.arguments) ?? JSON.stringify(called.arguments ?? {}),
      atMs,
    }
  }

  private endEvents(line: Readonly<Record<string, unknown>>, atMs: number): StreamEvent[] {
    if (line.done !== true || this.isFinished) return []
    this.isFinished = true
    const usage = usageFromOllama(line)
    return [
      { type: 'usage', usage, atMs },
      { type: 'finish', reason: finishReason(nameOf(line.done_reason) ?? '', this.calls > 0), atMs },
    ]
  }
}
