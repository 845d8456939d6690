/** What the time to the first token of each turn was made of. */

import type { RestoredSession } from '../../../core/contract/cache/sessions'
import type { StoredMessage } from '../../../core/contract/chat/conversations'

/** Parts of the time, from send pressed to the first token. */
export const ttftParts = ['queueMs', 'tokeniseMs', 'prefillMs', 'firstTokenMs'] as const
export type TtftPart = (typeof ttftParts)[number]

export interface TtftTurn extends Readonly<Record<TtftPart, number>> {
  /** Counted from 1 along the path that is shown. */
  readonly turn: number
  readonly ttftMs: number
  readonly reusedTokens: number
  readonly processedTokens: number
  /** Read back from disk for it; undefined: nothing was. */
  readonly restored: RestoredSession | undefined
}

/** The last `most` turns of a conversation that brought a token. */
export function ttftTurns(messages: readonly StoredMessage[], most: number): TtftTurn[] {
  const turns: TtftTurn[] = []
  let turn = 0
  for (const { role, metrics } of messages) {
    if (role !== 'assistant') continue
    turn++
    if (!metrics || metrics.ttftMs === null || metrics.firstTokenMs === null) continue
    const { ttftMs, queueMs, tokeniseMs, prefillMs, firstTokenMs, reusedTokens, processedTokens, restored } = metrics
    turns.push({ turn, ttftMs, queueMs, tokeniseMs, prefillMs, firstTokenMs, reusedTokens, processedTokens, restored })
  }
  return turns.slice(-most)
}
