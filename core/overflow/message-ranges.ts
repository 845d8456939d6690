import type { CellSpan } from '../contract/cache/cache'
import type { PromptMessage } from '../contract/chat/turn'
import type { MessageRange } from './plan-overflow'

/** From the first to the last token of each message. Messages without tokens are left out. */
export function messageRanges(spans: readonly CellSpan[], messages: readonly PromptMessage[]): MessageRange[] {
  const ranges: MessageRange[] = []
  const before = messages[0]?.role === 'system' ? 0 : -1
  for (const { from, to, holds, message } of spans) {
    if (message === undefined && holds !== 'system') continue
    const index = message === undefined ? 0 : message + before
    const last = ranges.at(-1)
    if (last?.index === index) ranges[ranges.length - 1] = { ...last, to }
    else ranges.push({ index, role: messages[index]?.role ?? 'user', from, to })
  }
  return ranges
}
