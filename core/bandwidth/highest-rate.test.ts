import { describe, expect, it } from 'vitest'
import { busySpread, highestRate, turningEvidence } from './highest-rate'

const batch = (batchTokens: number, tokensPerSecond: number, spread?: number) => ({
  ...{ batchTokens, tokensPerSecond, flopPerSecond: 1e7 * tokensPerSecond },
  ...(spread !== undefined && { spread }),
})

describe('the highest rate', () => {
  const peak = { byBatch: [batch(1, 500), batch(64, 730)] }
  it('is that of measured prefill if nothing was faster', () => {
    expect(highestRate(peak, [], [])).toEqual({ flopPerSecond: 7.3e9, source: { kind: 'prefill-test', batchTokens: 64 } })
  })
  it('is that of an answer if its decode or prefill was faster: 11.6 GFLOP/s against a measured 7.30', () => {
    const decodes = [{ tokens: 60, flopPerByte: 2, flopPerSecond: 11.6e9 }]
    expect(highestRate(peak, [], decodes)).toEqual({ flopPerSecond: 11.6e9, source: { kind: 'answer-decode', tokens: 60 } })
    const prefills = [{ tokens: 200, flopPerSecond: 20e9 }]
    expect(highestRate(peak, prefills, decodes).source).toEqual({ kind: 'answer-prefill', tokens: 200 })
  })
  it('is that of a decode test in Compare if it was faster', () => {
    expect(highestRate({ ...peak, decodeFlopPerSecond: 9e9 }, [], [])).toEqual({ flopPerSecond: 9e9, source: { kind: 'decode-test' } })
  })
})

it('a spread of the repetitions of more than a quarter means that the machine was busy', () => {
  expect(busySpread({ byBatch: [batch(1, 500, 0.1), batch(64, 730, 0.6)] })).toBe(0.6)
  expect(busySpread({ byBatch: [batch(1, 500, 0.1), batch(64, 730)] })).toBeNull()
})

describe('the measured prefill', () => {
  it('contradicts a roofline that says “compute-bound from 1 token” if larger micro-batches are faster', () => {
    expect(turningEvidence({ byBatch: [batch(1, 100), batch(16, 400), batch(512, 380)] }, 1)).toEqual({
      ...{ kind: 'contradicts', from: 1, to: 16, times: 4 },
    })
  })
  it('agrees if larger micro-batches are not faster', () => {
    expect(turningEvidence({ byBatch: [batch(1, 100), batch(16, 400), batch(512, 410)] }, 12)).toEqual({ kind: 'agrees' })
  })
  it('says nothing if no larger micro-batch was measured', () => {
    expect(turningEvidence({ byBatch: [batch(1, 100), batch(16, 400)] }, 12)).toEqual({ kind: 'unknown' })
    expect(turningEvidence({ byBatch: [batch(1, 100)] }, 12)).toEqual({ kind: 'unknown' })
  })
})
