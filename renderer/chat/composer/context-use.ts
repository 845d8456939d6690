/** What a conversation takes of the context before the next message: as measured by its last turn, and the texts since then. */
import type { ConversationThread } from '../../../core/contract/chat/conversations'

export interface ContextUse {
  /** Tokens of the last turn that was measured: its prompt and its answer. */
  readonly measuredTokens: number
  /** Texts that no turn has measured yet: they have to be counted. */
  readonly uncounted: string
}

export function contextUse(thread: ConversationThread | undefined, draftedSystemPrompt: string): ContextUse {
  if (!thread) return { measuredTokens: 0, uncounted: draftedSystemPrompt }
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
