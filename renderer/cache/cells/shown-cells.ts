import type { CacheSample } from '../../../core/contract/cache/cache'

export interface ShownCells {
  readonly sample: CacheSample | undefined
  readonly own: readonly CacheSample[]
  /** Set if the cells belong to another conversation. */
  readonly otherConversationId: string | null
}

export interface WantedCells {
  readonly openId: string | null
  readonly turnId: string | null
  /** null for the sequence of the answer shown. */
  readonly sequence: number | null
}

/** Returns a sequence of the conversation, or else an unused one, or else the first. */
export function shownCells(samples: readonly CacheSample[], { openId, turnId, sequence }: WantedCells): ShownCells {
  const own = openId === null ? [] : samples.filter(({ conversationId }) => conversationId === openId)
  const chosen =
    own.find((sample) => sample.sequence === sequence) ?? own.find((sample) => turnId !== null && sample.turnId === turnId) ?? own[0]
  const sample = chosen ?? samples.find(({ conversationId }) => conversationId === null) ?? samples[0]
  return { sample, own, otherConversationId: chosen ? null : (sample?.conversationId ?? null) }
}
