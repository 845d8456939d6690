import { describe, expect, it } from 'vitest'
import type { TurnMetrics } from '../contract/chat/turn'
import { reasoningPrice } from './reasoning-price'

const answer = (tokens: number, outputTokens: number, reuse?: Partial<TurnMetrics['reuse']>) => ({
  role: 'assistant' as const,
  parts: tokens > 0 ? [{ type: 'reasoning' as const, from: 0, to: 9, tokens, ms: 5 }] : [],
  metrics: { outputTokens, ...(reuse ? { reuse } : {}) } as TurnMetrics,
})
const question = { role: 'user' as const, metrics: null }

describe('reasoningPrice', () => {
  it('is null for a conversation without reasoning', () => {
    expect(reasoningPrice([question, answer(0, 20)], 100)).toBeNull()
  })
  it('counts the cells of all reasoning, and the tokens after the newest reasoning, which would be processed again', () => {
    expect(reasoningPrice([question, answer(30, 50), question, answer(12, 52)], 100)).toEqual({
      keptTokens: 42,
      repeatedTokens: 40,
      repeatedMs: 400,
      measured: null,
    })
  })
  it('returns what the newest turn with dropped reasoning measured', () => {
    const dropped = { cause: 'reasoning-dropped' as const, repeatedTokens: 38, repeatedMs: 370 }
    const price = reasoningPrice([question, answer(30, 50), question, answer(12, 52, dropped), question, answer(5, 9)], null)
    expect(price).toMatchObject({ repeatedMs: null, measured: { tokens: 38, ms: 370 } })
  })
})
