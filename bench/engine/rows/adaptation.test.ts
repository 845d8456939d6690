import { describe, expect, it } from 'vitest'
import { measureTurn } from '../../../core/stats/turn-timeline'
import type { MeasuredTurn } from '../engine-under-test'
import { measure } from './adaptation'

const gapsMs = [100, 100, 100, 100, 100, 100, 400, 100, 100, 100, 100]
const metrics = measureTurn(
  { sent: 0, started: 0, tokenized: 0, prefilled: 900, firstToken: 1000, finished: 2400 },
  { promptTokens: 1, reusedTokens: 0, outputTokens: 12, usedCells: 13, totalCells: 256, seed: 0, threads: 2 },
  gapsMs,
  'token-limit',
)
const turn: MeasuredTurn = {
  sentAtMs: 0,
  metrics,
  gapsMs,
  // Tokens arrive at 1000, 1100, … 1600, 2000, 2100, … 2400 ms.
  marks: [
    { afterToken: 7, kind: 'threads-lowered', value: 1 },
    { afterToken: 10, kind: 'threads-raised', value: 2 },
  ],
}

describe('the report on a load that starts during an answer', () => {
  const measured = measure(turn, 1550, 2150)

  it('gives the time from the start of the load until fewer threads are used', () => {
    expect(measured.loweredAfterMs).toBe(450)
  })
  it('gives the time from the end of the load until all threads are used again', () => {
    expect(measured.raisedAfterMs).toBe(150)
  })
  it('gives the speed before the load, the speed in the first second of the load, and the longest gap', () => {
    expect(measured.before).toBe(10)
    expect(measured.firstSecond).toBe(6)
    expect(measured.longestGapMs).toBe(400)
  })
  it('computes its percentiles only from the gaps between the change of threads and the end of the load', () => {
    expect(measured.p99Ms).toBe(100)
  })
  it('has no times if the number of threads does not change, and then computes its percentiles from all gaps under load', () => {
    const unchanged = measure({ ...turn, marks: [] }, 1550, 2150)
    expect(unchanged.loweredAfterMs).toBeNull()
    expect(unchanged.raisedAfterMs).toBeNull()
    expect(unchanged.p99Ms).toBeGreaterThan(300)
  })
})
