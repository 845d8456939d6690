import { describe, expect, it } from 'vitest'
import { calibrateThreads, candidates, fastest } from './calibrate-threads'

describe('calibrateThreads', () => {
  it('tries one thread per core, and smaller numbers of threads', () => {
    expect(candidates(16)).toEqual([16, 12, 8, 4])
    expect(candidates(2)).toEqual([2, 1])
    expect(candidates(1)).toEqual([1])
  })
  it('chooses the fewest threads within a tenth of the best speed', () => {
    expect(
      fastest([
        { threads: 8, msPerToken: 10 },
        { threads: 4, msPerToken: 10.8 },
        { threads: 2, msPerToken: 12 },
      ]),
    ).toBe(4)
    expect(
      fastest([
        { threads: 2, msPerToken: 4 },
        { threads: 1, msPerToken: 7 },
      ]),
    ).toBe(2)
  })
  it('warms up with all cores, and then measures each number of threads', async () => {
    const asked: number[] = []
    const result = await calibrateThreads(4, async (threads) => void asked.push(threads))
    expect(asked[0]).toBe(4)
    expect(result.measured.map((row) => row.threads)).toEqual([4, 3, 2, 1])
  })
})
