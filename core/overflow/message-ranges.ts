import type { CellSpan } from '../contract/cache/cache'
import type { PromptMessage } from '../contract/chat/turn'
import type { MessageRange } from './plan-overflow'

/** Returns [] if the spans do not match the messages, as when two messages share a span. */
export function messageRanges(spans: readonly CellSpan[], messages: readonly PromptMessage[]): MessageRange[] {
  const parts = spans.filter(({ holds }) => holds !== 'template')
  const spoken = [...messages.entries()].filter(([, { text }]) => text !== '')
  if (parts.length !== spoken.length) return []
  return spoken.map(([index, { role }], at) => {
    const { from, to } = parts[at] as CellSpan
    return { index, role, from, to }
  })
}
