import type { CellSpan } from '../contract/cache/cache'
import type { PromptMessage } from '../contract/chat/turn'
import type { MessagePlace } from './plan-overflow'

/** In order; empty if the template joins messages without anything between them. */
export function messagePlaces(spans: readonly CellSpan[], messages: readonly PromptMessage[]): MessagePlace[] {
  const parts = spans.filter(({ holds }) => holds !== 'template')
  const spoken = [...messages.entries()].filter(([, { text }]) => text !== '')
  if (parts.length !== spoken.length) return []
  return spoken.map(([index, { role }], at) => {
    const { from, to } = parts[at] as CellSpan
    return { index, role, from, to }
  })
}
