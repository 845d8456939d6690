/** The parts of each turn's time to first token. */

import type { RestoredSession } from '../../../core/contract/cache/sessions'
import type { StoredMessage } from '../../../core/contract/chat/conversations'

/** In chronological order, from send to the first token. */
export const ttftParts = ['queueMs', 'tokeniseMs', 'prefillMs', 'firstTokenMs'] as const
export type TtftPart = (typeof ttftParts)[number]

export interface TtftTurn extends Readonly<Record<TtftPart, number>> {
  /** From 1, along the branch shown. */
  readonly turn: number
  readonly ttftMs: number
  readonly reusedTokens: number
  readonly processedTokens: number
  /** The saved cache restored for this turn; undefined: none. */
  readonly restored: RestoredSession | undefined
}

/** The last `most` turns that produced a token. */
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
