import type { EngineUnderTest, MeasuredTurn, TurnWish } from '../engine/engine-under-test'

export const turnsAtOnce = (engine: EngineUnderTest, count: number, wish: TurnWish): Promise<MeasuredTurn[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => engine.turn({ ...wish, conversationId: `bench-${at}` })))

/** In epoch milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

export function prefillOf({ metrics: { queueMs, tokeniseMs, prefillMs }, sentAtMs }: MeasuredTurn): Span {
  const from = sentAtMs + queueMs + tokeniseMs
  return { from, to: from + prefillMs }
}

/** The gaps that end in the span. */
export function gapsIn({ gapsMs, metrics, sentAtMs }: MeasuredTurn, { from, to }: Span): number[] {
  let at = sentAtMs + (metrics.ttftMs ?? 0)
  return gapsMs.filter((gap) => {
    at += gap
    return at >= from && at <= to
  })
}
