/** Which sequence's cells the panel shows, and whose they are. */
import type { CacheSample } from '../../../core/contract/cache/cache'

export interface ShownCells {
  /** undefined: no sequence is known yet. */
  readonly sample: CacheSample | undefined
  /** All that hold the open conversation: more than one after several answers to one prompt. */
  readonly own: readonly CacheSample[]
  /** Set where they are not the open conversation's. */
  readonly otherConversationId: string | null
}

export interface WantedCells {
  /** null: a conversation without a message. */
  readonly openId: string | null
  /** Of the answer that is shown last. */
  readonly turnId: string | null
  /** The one that was chosen; null: that of the answer that is shown. */
  readonly sequence: number | null
}

/** The conversation's own sequence, else an empty one, else the first: there its prompt would go. */
export function shownCells(samples: readonly CacheSample[], { openId, turnId, sequence }: WantedCells): ShownCells {
  const own = openId === null ? [] : samples.filter(({ conversationId }) => conversationId === openId)
  const chosen =
    own.find((sample) => sample.sequence === sequence) ?? own.find((sample) => turnId !== null && sample.turnId === turnId) ?? own[0]
  const sample = chosen ?? samples.find(({ conversationId }) => conversationId === null) ?? samples[0]
  return { sample, own, otherConversationId: chosen ? null : (sample?.conversationId ?? null) }
}
