import { describe, expect, it } from 'vitest'
import type { MeasuredSetting } from './measured-setting'
import { differenceText, errorText, goodputOf, measures, nats, shownMeasures } from './measures'

const nothing: MeasuredSetting = {
  id: 'a',
  runId: 'r',
  name: 'f16',
  isReference: true,
  settings: null,
  memory: null,
  speeds: [],
  gapsMs: [],
  latency: null,
  quality: null,
  passkey: null,
  cacheless: null,
  answers: [],
  failed: [],
  waiting: 0,
}
const reading = { limits: { ttftMs: 100, itlMs: 20 }, depth: 0 }
const measure = (key: string) => measures.find((one) => one.key === key) as (typeof measures)[number]

describe('goodput', () => {
  const turn = (ttftMs: number | null, itlP90Ms: number | null) => ({ ttftMs, itlP90Ms })
  const latency = { ttft: null, itl: null, tpot: null }
  it('is the share of turns that meet both limits; a turn without a token meets none', () => {
    const turns = [turn(100, 20), turn(101, 5), turn(50, 21), turn(null, null)]
    expect(goodputOf({ ...nothing, latency: { ...latency, turns } }, reading.limits)).toBe(0.25)
  })
  it('is not known without turns', () => {
    expect(goodputOf(nothing, reading.limits)).toBeNull()
    expect(goodputOf({ ...nothing, latency: { ...latency, turns: [] } }, reading.limits)).toBeNull()
  })
})

describe('the columns', () => {
  it('are those that have a figure', () => {
    const setting = { ...nothing, memory: { allocatedBytes: 6291456, plannedBytes: null, contextTokens: 2048 } }
    expect(shownMeasures([nothing, setting], reading).map(({ key }) => key)).toEqual(['allocated'])
  })
  it('take speed from the depth that is looked at', () => {
    const rate = { value: 80, error: 1 }
    const setting = { ...nothing, speeds: [{ test: { prompt: 0, generated: 128, depth: 1024 }, rate }] }
    expect(measure('decode').of(setting, reading)).toBeNull()
    expect(measure('decode').of(setting, { ...reading, depth: 1024 })).toBe(rate)
  })
  it('find passkeys over all depths', () => {
    const byDepth = [
      { depth: 0.1, found: 3, trials: 3 },
      { depth: 0.9, found: 0, trials: 3 },
    ]
    expect(measure('passkey').of({ ...nothing, passkey: { byDepth } }, reading)).toEqual({ value: 0.5, error: null })
  })
})

describe('figures in words', () => {
  it('tell an exact zero from a small divergence', () => {
    expect([0, 4.2e-7, 0.000431, 0.05, 1.25].map(nats)).toEqual(['0', '4.2e-7', '0.00043', '0.0500', '1.25'])
  })
  it('are compared with the reference in percent', () => {
    // q8_0 has 34 bytes for 32 elements of f16: 34 / 64
    expect(differenceText(34, 64)).toBe('−47 %')
    expect(differenceText(64, 64)).toBe('±0.0 %')
    expect(differenceText(65, 64)).toBe('+1.6 %')
    expect(differenceText(1, undefined)).toBeUndefined()
  })
  it('have their error in the same digits', () => {
    expect(errorText(measure('decode'), { value: 81.42, error: 0.637 })).toBe(' ± 0.6')
    expect(errorText(measure('top1'), { value: 0.996, error: 0.0004 })).toBe(' ± 0.04')
    expect(errorText(measure('decode'), { value: 81.42, error: null })).toBe('')
    // An error that is there is not told as none.
    expect(errorText(measure('decode'), { value: 504.2, error: 0.04 })).toBe(' ± 0.04')
  })
})
