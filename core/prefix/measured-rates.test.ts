import { describe, expect, it } from 'vitest'
import { MeasuredRates } from './measured-rates'
import { processMs } from './rates'

describe('measured rates', () => {
  it('follow the cost of a token with its depth', () => {
    const measured = new MeasuredRates(9)
    expect(processMs(measured.rates, 0, 100)).toBe(900)
    const msOf = (from: number, to: number) => (to - from) * 1 + (to ** 2 - from ** 2) * 0.001
    for (const [from, to] of [
      [0, 1000],
      [1000, 2000],
      [0, 400],
    ] as const)
      measured.processed(from, to, msOf(from, to))
    expect(processMs(measured.rates, 0, 3000)).toBeCloseTo(msOf(0, 3000), 6)
  })
  it('never claim that deeper tokens cost less, and ignore prompts that are too short to measure', () => {
    const measured = new MeasuredRates(9)
    measured.processed(0, 63, 1e6)
    expect(measured.knowsProcessing).toBe(false)
    measured.processed(0, 100, 200)
    measured.processed(1000, 1100, 100)
    expect(measured.rates.processing).toEqual([{ depth: 0, msPerToken: 1.5 }])
  })
  it('assume that a way of fetching tokens is free until it is tried', () => {
    const measured = new MeasuredRates(9)
    expect(measured.rates.copy).toEqual({ startMs: 0, msPerCell: 0 })
    expect(measured.rates.disk.bytesPerSecond).toBe(Number.POSITIVE_INFINITY)
    measured.copied(1000, 4)
    measured.transferred('disk', 2e6, 10)
    expect(measured.rates.copy.msPerCell).toBe(0.004)
    expect(measured.rates.disk.bytesPerSecond).toBeCloseTo(2e8, 6)
  })
  it('include what opening a copy costs, however small it is, after copies of several sizes', () => {
    const measured = new MeasuredRates(9)
    for (const megabytes of [1, 4, 10]) measured.transferred('disk', megabytes * 1e6, 20 + megabytes * 2)
    expect(measured.rates.disk.startMs).toBeCloseTo(20, 6)
    expect(measured.rates.disk.bytesPerSecond).toBeCloseTo(5e8, 0)
  })
  it('count every byte at the same rate if all copies have nearly the same size', () => {
    const measured = new MeasuredRates(9)
    for (const [megabytes, ms] of [
      [100, 50],
      [101, 50.2],
      [102, 50.3],
    ] as const)
      measured.transferred('disk', megabytes * 1e6, ms)
    expect(measured.rates.disk.startMs).toBe(0)
    expect(measured.rates.disk.bytesPerSecond).toBeCloseTo(303e6 / 0.1505, 0)
  })
  it('count every byte at the same rate if a larger copy took less time', () => {
    const measured = new MeasuredRates(9)
    measured.transferred('memory', 1e6, 9)
    measured.transferred('memory', 2e6, 3)
    expect(measured.rates.memory).toEqual({ startMs: 0, bytesPerSecond: 2.5e8 })
  })
})
