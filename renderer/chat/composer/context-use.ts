/** Tokens in the context before the next message: the last turn's measurement, plus the texts since. */
import type { ConversationThread } from '../../../core/contract/chat/conversations'

export interface ContextUse {
  readonly measuredTokens: number
  readonly uncounted: string
}

export function contextUse(thread: ConversationThread | undefined, typedSystemPrompt: string): ContextUse {
  if (!thread) return { measuredTokens: 0, uncounted: typedSystemPrompt }
  const { messages } = thread
  const last = messages.findLastIndex(({ metrics }) => metrics !== null && metrics.promptTokens > 0)
  const metrics = messages[last]?.metrics
  const since = messages.slice(last + 1).map(({ text }) => text)
  const texts = metrics ? since : [thread.systemPrompt, ...since]
  return {
    measuredTokens: metrics ? metrics.promptTokens + metrics.outputTokens : 0,
    uncounted: texts.filter((text) => text !== '').join('\n'),
  }
}
