import { describe, expect, it } from 'vitest'
import type { CompareCell } from '../contract/compare/compare-runs'
import { texts } from '../copy/copy'
import { ProgressMeter, partlyMeasured } from './run-progress'

const all = () => true
const meter = () =>
  new ProgressMeter([
    { cell: 0, weight: 10 },
    { cell: 1, weight: 30 },
    { cell: 0, weight: 10 },
    { cell: 1, weight: 30 },
  ])

describe('the progress of a run', () => {
  it('is weighted by cost, and gives no remaining time before the first measurement', () => {
    const run = meter()
    run.begin(all)
    expect(run.at(0.5)).toEqual({ share: 5 / 80, secondsLeft: null })
  })
  it('assumes that the rest runs at the average speed so far', () => {
    const run = meter()
    run.begin(all)
    run.end(2000)
    run.begin(all)
    // 6 s for this job, 6 s for the last, 2 s for the other job of cell 0
    expect(run.at(0)).toEqual({ share: 10 / 80, secondsLeft: 14 })
    expect(run.at(0.5)).toEqual({ share: 25 / 80, secondsLeft: 11 })
  })
  it('assumes that a measured cell takes as long as before', () => {
    const run = meter()
    for (const ms of [2000, 1000]) {
      run.begin(all)
      run.end(ms)
    }
    run.begin(all)
    expect(run.at(0).secondsLeft).toBe(3)
  })
  it('adds no time for a cell that failed', () => {
    const run = meter()
    run.begin(all)
    run.end(2000)
    run.begin(all)
    run.end(null)
    run.begin((cell) => cell !== 1)
    expect(run.at(0)).toEqual({ share: 40 / 80, secondsLeft: 2 })
  })
  it('is complete at the end', () => {
    const run = meter()
    for (let job = 0; job < 4; job++) {
      run.begin(all)
      run.end(10)
    }
    run.begin(all)
    expect(run.at(0)).toEqual({ share: 1, secondsLeft: 0 })
  })
})

const result = { kind: 'speed' } as CompareCell['result']

it('a canceled run counts the cells that have results of some repetitions', () => {
  const partly = partlyMeasured([
    { state: 'done', result },
    { state: 'waiting', result },
    { state: 'waiting', result: null },
    { state: 'failed', result },
  ])
  expect(partly).toBe(1)
  const run = { kind: 'compare', state: 'cancelled', done: 0, cells: 32, failed: 0 } as const
  expect(texts.en.compare.run.counts(run, 8)).toBe('canceled, 0 of 32 measured completely, 8 in part')
  expect(texts.en.compare.run.counts(run, 0)).toBe('canceled, 0 of 32 measured')
  expect(texts.de.compare.run.counts(run, 8)).toBe('abgebrochen, 0 von 32 ganz gemessen, 8 teilweise')
})
