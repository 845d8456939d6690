import { describe, expect, it } from 'vitest'
import { ThreadGovernor } from './thread-governor'

const steady = (governor: ThreadGovernor, tokens: number, gapMs = 5) => {
  for (let i = 0; i < tokens; i++) governor.token(gapMs, 2, i * gapMs)
}

const busy = (governor: ThreadGovernor, cores: number, nowMs: number) => {
  governor.load(cores, nowMs - 150)
  return governor.load(cores, nowMs)
}

describe('ThreadGovernor', () => {
  it('allows the calibrated number of threads while the machine is quiet', () => {
    const governor = new ThreadGovernor(2)
    steady(governor, 100)
    expect(governor.load(0.1, 500)).toBe(false)
    expect(governor.threadsFor(2)).toBe(2)
  })
  it('frees a core that another program needs', () => {
    const governor = new ThreadGovernor(2)
    expect(governor.load(0.95, 150)).toBe(false)
    expect(governor.load(0.95, 300)).toBe(true)
    expect(governor.threadsFor(2)).toBe(1)
  })
  it('keeps its threads during a short burst of load', () => {
    const governor = new ThreadGovernor(2)
    for (let now = 0; now < 3000; now += 300) {
      expect(governor.load(1.5, now)).toBe(false)
      expect(governor.load(0.1, now + 150)).toBe(false)
    }
  })
  it('keeps its threads while the window draws the answer', () => {
    const governor = new ThreadGovernor(2)
    expect(governor.load(0.45, 150)).toBe(false)
  })
  it('drops a thread at the second long gap between tokens, without waiting for the measured load', () => {
    const governor = new ThreadGovernor(2)
    steady(governor, 20)
    expect(governor.token(60, 2, 1000)).toBe(false)
    steady(governor, 3)
    expect(governor.token(60, 2, 1100)).toBe(true)
    expect(governor.threadsFor(2)).toBe(1)
  })
  it('drops a thread at the first very long gap', () => {
    const governor = new ThreadGovernor(2)
    steady(governor, 20)
    expect(governor.token(400, 2, 1000)).toBe(true)
  })
  it('ignores long gaps that are far apart', () => {
    const governor = new ThreadGovernor(2)
    for (let round = 0; round < 20; round++) {
      steady(governor, 30)
      expect(governor.token(60, 2, round * 1000)).toBe(false)
    }
  })
  it('ignores the first tokens of an answer', () => {
    const governor = new ThreadGovernor(2)
    expect(governor.token(500, 2, 500)).toBe(false)
    expect(governor.threadsFor(2)).toBe(2)
  })
  it('does not mistake gaps that grow with the cache for load', () => {
    const governor = new ThreadGovernor(2)
    for (let i = 0; i < 4000; i++) expect(governor.token(5 + i * 0.01, 2, i * 10)).toBe(false)
  })
  it('adds a dropped thread again after a second without load', () => {
    const governor = new ThreadGovernor(2)
    busy(governor, 1, 0)
    expect(governor.load(0, 150)).toBe(false)
    expect(governor.load(0, 900)).toBe(false)
    expect(governor.load(0, 1200)).toBe(true)
    expect(governor.threadsFor(2)).toBe(2)
  })
  it('adds a thread sooner if long gaps had dropped it and there is no load', () => {
    const governor = new ThreadGovernor(2)
    steady(governor, 20)
    expect(governor.token(400, 2, 1000)).toBe(true)
    expect(governor.load(0, 1150)).toBe(false)
    expect(governor.load(0, 1300)).toBe(false)
    expect(governor.load(0, 1450)).toBe(true)
    expect(governor.threadsFor(2)).toBe(2)
  })
  it('adds it only after a second without load if load follows the gaps', () => {
    const governor = new ThreadGovernor(2)
    steady(governor, 20)
    expect(governor.token(400, 2, 1000)).toBe(true)
    expect(governor.load(1, 1150)).toBe(false)
    for (const [others, now] of [
      [1, 1300],
      [0, 1450],
      [0, 2300],
    ] as const)
      expect(governor.load(others, now)).toBe(false)
    expect(governor.load(0, 2450)).toBe(true)
  })
  it('leaves prompts all threads after long gaps, but not under load', () => {
    const governor = new ThreadGovernor(2)
    steady(governor, 20)
    expect(governor.token(400, 2, 1000)).toBe(true)
    expect([governor.threadsFor(2), governor.promptThreadsFor(2)]).toEqual([1, 2])
    governor.load(1, 1150)
    expect(governor.promptThreadsFor(2)).toBe(1)
    governor.load(0, 1300)
    expect([governor.threadsFor(2), governor.promptThreadsFor(2)]).toEqual([1, 2])
    expect(governor.promptThreadsFor(1)).toBe(1)
  })
  it('lowers the threads of prompts only after two busy windows', () => {
    const governor = new ThreadGovernor(2)
    governor.load(1, 150)
    expect(governor.promptThreadsFor(2)).toBe(2)
    governor.load(1, 300)
    expect(governor.promptThreadsFor(2)).toBe(1)
  })
  it('waits longer each time it has added a thread too early', () => {
    const governor = new ThreadGovernor(2)
    const windowMs = 150
    let now = 0
    const waits: number[] = []
    for (let round = 0; round < 4; round++) {
      now += 2 * windowMs
      busy(governor, 1, now)
      const from = now
      do now += windowMs
      while (!governor.load(0, now))
      waits.push(now - from)
    }
    expect(waits[3]).toBeGreaterThan((waits[0] as number) * 3)
  })
  it('allows at least one thread, and at most the number of cores', () => {
    const governor = new ThreadGovernor(4)
    busy(governor, 64, 0)
    expect(governor.threadsFor(4)).toBe(1)
    for (let now = 0; now < 10_000; now += 150) governor.load(0, now)
    expect(governor.threadsFor(8)).toBe(4)
    expect(governor.threadsFor(3)).toBe(3)
  })
})
