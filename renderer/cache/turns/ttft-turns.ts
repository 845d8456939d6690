import type { RestoredSession } from '../../../core/contract/cache/sessions'
import type { StoredMessage } from '../../../core/contract/chat/conversations'

export const ttftParts = ['queueMs', 'tokeniseMs', 'prefillMs', 'firstTokenMs'] as const
export type TtftPart = (typeof ttftParts)[number]

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
    turns.push({ turn, ttftMs, queueMs, tokeniseMs, prefillMs, firstTokenMs, reusedTokens, processedTokens, restored })
  }
  return turns.slice(-most)
}
