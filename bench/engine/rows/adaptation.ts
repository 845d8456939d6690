import type { TurnMark } from '../../../core/contract/chat/turn'
import { percentilesOf } from '../../../core/stats/percentile'
import { BusyCore } from '../busy-core'
import type { EngineUnderTest, MeasuredTurn } from '../engine-under-test'
import { turnWish } from './quiet-turns'

export interface Adaptation {
  /** In tokens per second. `firstSecond` is under load. */
  readonly before: number
  readonly firstSecond: number
  readonly longestGapMs: number
  /** Milliseconds from the start of the load until the engine lowered its threads. null if it did not lower them during the load. */
  readonly loweredAfterMs: number | null
  /** Milliseconds from the end of the load until the engine raised its threads. null if the answer ended first. */
  readonly raisedAfterMs: number | null
  /** Covers the gaps from the change of threads to the end of the load. Without a change, covers all gaps under load. */
  readonly p50Ms: number
  readonly p99Ms: number
}

const beforeTokens = 128
const loadMs = 3000
const outputTokens = 1600
export const adaptationCells = turnWish.promptTokens + outputTokens

export async function adaptation(engine: EngineUnderTest): Promise<Adaptation> {
  await engine.turn(turnWish)
  const busy = await BusyCore.waiting()
  let beganAt: number | undefined
  let endedAt: number | undefined
  try {
    const turn = await engine.turn({
      promptTokens: turnWish.promptTokens,
      outputTokens,
      onUpdate: ({ outputTokens: written }) => {
        if (beganAt !== undefined || written < beforeTokens) return
        busy.begin()
        beganAt = Date.now()
        setTimeout(() => {
          busy.end()
          endedAt = Date.now()
        }, loadMs)
      },
    })
    if (beganAt === undefined) throw new Error('Expected an answer that is longer than the time before the load')
    return measure(turn, beganAt, endedAt ?? Date.now())
  } finally {
    busy.end()
  }
}

/** `beganAt` and `endedAt` are epoch milliseconds. */
export function measure({ gapsMs, marks, metrics, sentAtMs }: MeasuredTurn, beganAt: number, endedAt: number): Adaptation {
  const times = [sentAtMs + (metrics.ttftMs ?? 0)]
  for (const gap of gapsMs) times.push((times.at(-1) as number) + gap)
  const gapsBetween = (from: number, to: number) => gapsMs.filter((_, index) => within(times[index + 1], from, to))
  const timeOf = (mark: TurnMark | undefined): number | null => (mark ? (times[mark.afterToken] ?? null) : null)
  const after = (kind: TurnMark['kind'], from: number) => marks.find((mark) => mark.kind === kind && within(timeOf(mark), from, Infinity))
  const lowered = timeOf(after('threads-lowered', beganAt))
  const inTime = lowered !== null && lowered <= endedAt ? lowered : null
  const raised = timeOf(after('threads-raised', endedAt))
  const underLoad = gapsBetween(beganAt, endedAt)
  const settled = percentilesOf(gapsBetween(inTime ?? beganAt, endedAt)) ?? percentilesOf(underLoad) ?? { p50: 0, p99: 0 }
  const quiet = gapsBetween(Number.NEGATIVE_INFINITY, beganAt)
  return {
    before: (quiet.length * 1000) / quiet.reduce((sum, gap) => sum + gap, 0),
    firstSecond: gapsBetween(beganAt, beganAt + 1000).length,
    longestGapMs: Math.max(0, ...gapsMs.filter((gap, index) => within(times[index + 1], beganAt, endedAt + gap))),
    loweredAfterMs: inTime === null ? null : inTime - beganAt,
    raisedAfterMs: raised === null ? null : raised - endedAt,
    p50Ms: settled.p50,
    p99Ms: settled.p99,
  }
}

const within = (time: number | null | undefined, from: number, to: number): boolean =>
  time !== null && time !== undefined && time > from && time <= to
