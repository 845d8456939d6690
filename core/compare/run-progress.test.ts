import { describe, expect, it } from 'vitest'
import { ProgressMeter } from './run-progress'

const all = () => true
const meter = () =>
  new ProgressMeter([
    { cell: 0, weight: 10 },
    { cell: 1, weight: 30 },
    { cell: 0, weight: 10 },
    { cell: 1, weight: 30 },
  ])

describe('how far a run is', () => {
  it('is told by weight, and the time left by nobody before something was measured', () => {
    const run = meter()
    run.begin(all)
    expect(run.at(0.5)).toEqual({ share: 5 / 80, secondsLeft: null })
  })
  it('expects what was not measured yet to go on at the speed so far', () => {
    const run = meter()
    run.begin(all)
    run.end(2000)
    run.begin(all)
    // 200 ms per weight: 6 s each for this job and the last one, 2 s for the second job of cell 0.
    expect(run.at(0)).toEqual({ share: 10 / 80, secondsLeft: 14 })
    expect(run.at(0.5)).toEqual({ share: 25 / 80, secondsLeft: 11 })
  })
  it('expects a cell to take as long as it took before', () => {
    const run = meter()
    for (const ms of [2000, 1000]) {
      run.begin(all)
      run.end(ms)
    }
    run.begin(all)
    expect(run.at(0).secondsLeft).toBe(3)
  })
  it('expects nothing of a cell that has failed', () => {
    const run = meter()
    run.begin(all)
    run.end(2000)
    run.begin(all)
    run.end(null)
    run.begin((cell) => cell !== 1)
    expect(run.at(0)).toEqual({ share: 40 / 80, secondsLeft: 2 })
  })
  it('is over at the end', () => {
    const run = meter()
    for (let job = 0; job < 4; job++) {
      run.begin(all)
      run.end(10)
    }
    run.begin(all)
    expect(run.at(0)).toEqual({ share: 1, secondsLeft: 0 })
  })
})
