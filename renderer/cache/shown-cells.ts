/** Which sequence's cells the panel shows, and whose they are. */
import type { CacheSample } from '../../core/contract/cache'

export interface ShownCells {
  /** undefined: no sequence is known yet. */
  readonly sample: CacheSample | undefined
  /** Set where they are not the open conversation's. */
  readonly otherConversationId: string | null
}

/** `openId`: null for a conversation without a message. Its own sequence, else an empty one, else the first: there its prompt would go. */
export function shownCells(samples: readonly CacheSample[], openId: string | null): ShownCells {
  const own = openId === null ? undefined : samples.find(({ conversationId }) => conversationId === openId)
  const sample = own ?? samples.find(({ conversationId }) => conversationId === null) ?? samples[0]
  return { sample, otherConversationId: own ? null : (sample?.conversationId ?? null) }
}
