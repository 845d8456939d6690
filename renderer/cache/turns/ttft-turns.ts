import type { RestoredSession } from '../../../core/contract/cache/sessions'
import type { StoredMessage } from '../../../core/contract/chat/conversations'

/** The restore of a saved cache is a part of the time in the queue; here, it is a part of its own. */
export const ttftParts = ['queueMs', 'restoreMs', 'tokeniseMs', 'prefillMs', 'firstTokenMs'] as const
export type TtftPart = (typeof ttftParts)[number]
/** Requests of the API restore nothing. */
export const requestParts = ttftParts.filter((part) => part !== 'restoreMs')

export interface TtftTurn extends Readonly<Record<TtftPart, number>> {
  /** Counts from 1, the first turn of the branch shown. */
  readonly turn: number
  readonly ttftMs: number
  readonly reusedTokens: number
  readonly processedTokens: number
  readonly restored: RestoredSession | undefined
}

export function ttftTurns(messages: readonly StoredMessage[], most: number): TtftTurn[] {
  const turns: TtftTurn[] = []
  let turn = 0
  for (const { role, metrics } of messages) {
    if (role !== 'assistant') continue
    turn++
    if (!metrics || metrics.ttftMs === null || metrics.firstTokenMs === null) continue
    const { ttftMs, queueMs, tokeniseMs, prefillMs, firstTokenMs, reusedTokens, processedTokens, restored } = metrics
    const restoreMs = Math.min(queueMs, restored?.ms ?? 0)
    turns.push({
      turn,
      ttftMs,
      queueMs: queueMs - restoreMs,
      restoreMs,
      tokeniseMs,
      prefillMs,
      firstTokenMs,
      reusedTokens,
      processedTokens,
      restored,
    })
  }
  return turns.slice(-most)
}

/** No part for restores if no turn restored a cache. */
export const shownParts = (turns: readonly TtftTurn[]): readonly TtftPart[] =>
  ttftParts.filter((part) => part !== 'restoreMs' || turns.some(({ restoreMs }) => restoreMs > 0))
