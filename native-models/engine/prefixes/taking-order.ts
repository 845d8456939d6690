import type { LlamaContextSequence } from 'node-llama-cpp'
import type { Holding } from '../../../core/prefix/holding'
import { needOf } from '../../../core/prefix/need'
import type { PrefixStore } from '../../../core/prefix/prefix-store'
import { processMs } from '../../../core/prefix/rates'
import { inGroups } from '../sequences/in-groups'
import type { Slot } from '../sequences/slots'

type LiveSlot = Slot<LlamaContextSequence>

/** Each token of an answer in a further group makes llama.cpp read the weights once more. This is how many tokens an answer usually has. */
const usualAnswerTokens = 128

interface Circumstances {
  readonly store: PrefixStore
  /** Returns undefined for an empty sequence. */
  holdingIn(slot: LiveSlot): Holding | undefined
  readonly busy: readonly number[]
  /** Duration of a token alone, if it was measured. */
  readonly decodeMs: number
  readonly sharesBatches: boolean
  readonly now: number
}

/** Empty sequences cost nothing, and others what they are worth. Those next to busy ones come earlier. */
export function takingOrder(
  idle: readonly LiveSlot[],
  { store, holdingIn, busy, decodeMs, sharesBatches, now }: Circumstances,
): LiveSlot[] {
  const holdings = new Map(idle.map((slot) => [slot, holdingIn(slot)]))
  const costAfter = (slot: LiveSlot, before: readonly LiveSlot[]): number => {
    const holding = holdings.get(slot)
    if (!holding) return 0
    if (!store.holdings.includes(holding)) return processMs(store.rates, 0, holding.tokens) * needOf([holding.usedAtMs], now)
    return store.worthOf(holding, new Set(before.flatMap((other) => holdings.get(other) ?? [])), now)
  }
  // A sequence that waits for its first tokens has a conversation.
  const waits = (slot: LiveSlot) => Number(!holdings.get(slot) && slot.conversationId !== null)
  const candidates = idle.toSorted((a, b) => waits(a) - waits(b) || a.usedAt - b.usedAt)
  const groupCost = sharesBatches ? usualAnswerTokens * Math.max(decodeMs, processMs(store.rates, 0, 1)) : 0
  return inGroups(candidates, { busy, groupCost, costAfter })
}
