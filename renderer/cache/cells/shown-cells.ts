/** Chooses the sequence whose cells the panel shows. */
import type { CacheSample } from '../../../core/contract/cache/cache'

export interface ShownCells {
  /** undefined: no sequence is known yet. */
  readonly sample: CacheSample | undefined
  /** All sequences of the open conversation: several after several answers to one prompt. */
  readonly own: readonly CacheSample[]
  /** Set if the cells belong to another conversation. */
  readonly otherConversationId: string | null
}

export interface WantedCells {
  /** null: a conversation without messages. */
  readonly openId: string | null
  /** The turn of the last answer shown. */
  readonly turnId: string | null
  /** The chosen sequence; null: that of the answer shown. */
  readonly sequence: number | null
}

/** Returns the conversation's own sequence, else an empty one, else the first: the one its prompt would use. */
export function shownCells(samples: readonly CacheSample[], { openId, turnId, sequence }: WantedCells): ShownCells {
  const own = openId === null ? [] : samples.filter(({ conversationId }) => conversationId === openId)
  const chosen =
    own.find((sample) => sample.sequence === sequence) ?? own.find((sample) => turnId !== null && sample.turnId === turnId) ?? own[0]
  const sample = chosen ?? samples.find(({ conversationId }) => conversationId === null) ?? samples[0]
  return { sample, own, otherConversationId: chosen ? null : (sample?.conversationId ?? null) }
}
