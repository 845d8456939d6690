import { describe, expect, it } from 'vitest'
import type { MeasuredSetting, SpeedPoint } from '../measured/measured-setting'
import { type Measure, measures } from '../measured/measures'
import { nothingMeasured } from '../measured/testing/nothing-measured'
import { differenceOf } from './difference-of'

const reading = { limits: { ttftMs: 100, itlMs: 20 }, depth: 0 }
const measure = (key: Measure['key']) => measures.find((one) => one.key === key) as Measure
const decoding = (value: number, error: number | null, change: Partial<SpeedPoint> = {}): MeasuredSetting => ({
  ...nothingMeasured,
  id: String(value),
  speeds: [{ test: { prompt: 0, generated: 128, depth: 0 }, rate: { value, error }, samples: 4, isPartial: false, ...change }],
})
const difference = (setting: MeasuredSetting, reference: MeasuredSetting) => differenceOf(measure('decode'), setting, reference, reading)

describe('how a rate differs from that of the reference', () => {
  it('has half of the 95% interval of the difference', () => {
    // 2.447 x sqrt((2² + 2²) / 4) = 3.46% of 100.
    expect(difference(decoding(50, 2), decoding(100, 2))).toBe('−50% ± 3%')
  })
  it('is not clear if chance can explain it, however large it is', () => {
    expect(difference(decoding(60, 29), decoding(100, 45))).toBe('no clear difference')
  })
  it('is unreliable if the repetitions differ too much, and not judged with two', () => {
    // One fast repetition among slow ones.
    expect(difference(decoding(3, 1), decoding(100, 190))).toBe('unreliable')
    expect(difference(decoding(50, 2, { samples: 2 }), decoding(100, 2))).toBe('fewer than three repetitions')
  })
  it('is called equal if it is too small to notice', () => {
    expect(difference(decoding(99, 0.2), decoding(100, 0.2))).toBe('equal')
  })
  it('has no percentage before all repetitions of both are measured', () => {
    expect(difference(decoding(3, 2, { isPartial: true }), decoding(100, 2))).toBe('not compared yet')
    expect(difference(decoding(3, 2), decoding(100, 2, { isPartial: true }))).toBe('not compared yet')
  })
  it('says that it was measured once if nothing is known about its noise', () => {
    expect(difference(decoding(80, null), decoding(100, null))).toBe('−20%, measured once')
  })
  it('does not exist for the reference, or without a figure', () => {
    const reference = decoding(100, 2)
    expect(difference(reference, reference)).toBeUndefined()
    expect(difference(nothingMeasured, reference)).toBeUndefined()
  })
})

it('bytes differ exactly', () => {
  const holding = (allocatedBytes: number, id: string) => ({
    ...nothingMeasured,
    id,
    memory: { allocatedBytes, plannedBytes: null, contextTokens: 1 },
  })
  expect(differenceOf(measure('allocated'), holding(34, 'b'), holding(64, 'a'), reading)).toBe('−47%')
})
