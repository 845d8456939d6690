import { describe, expect, it } from 'vitest'
import { firstMeasures, type Measure, measures, shownMeasures } from './measures'
import { nothingMeasured } from './testing/nothing-measured'

const reading = { limits: { ttftMs: 100, itlMs: 20 }, depth: 0 }
const measure = (key: Measure['key']) => measures.find((one) => one.key === key) as Measure

describe('the columns of a comparison', () => {
  it('include only columns with figures', () => {
    const setting = { ...nothingMeasured, memory: { allocatedBytes: 6291456, plannedBytes: null, contextTokens: 2048 } }
    expect(shownMeasures([nothingMeasured, setting], reading).map(({ key }) => key)).toEqual(['allocated'])
  })
  it('show the speed at the selected depth', () => {
    const rate = { value: 80, error: 1 }
    const setting = {
      ...nothingMeasured,
      speeds: [{ test: { prompt: 0, generated: 128, depth: 1024 }, rate, samples: 3, isPartial: false }],
    }
    expect(measure('goodput').of(nothingMeasured, reading)).toBeNull()
    expect(measure('decode').of(setting, reading)).toBeNull()
    expect(measure('decode').of(setting, { ...reading, depth: 1024 })).toBe(rate)
  })
  it('combine the passkeys of all depths', () => {
    expect(measure('passkey').of({ ...nothingMeasured, passkey: { found: 3, trials: 6, byDepth: [] } }, reading)).toEqual({
      value: 0.5,
      error: null,
    })
  })
})

describe('the first columns', () => {
  it('are six of the most important ones, in the order of the table', () => {
    expect(firstMeasures(measures).map(({ key }) => key)).toEqual([
      'allocated',
      'decode',
      'prefill',
      'clientDecode',
      'clientPrefill',
      'kldMean',
    ])
    const some = (['planned', 'kldMean', 'kldMax', 'ppl', 'passkey', 'ttft', 'itlP50', 'goodput'] as const).map(measure)
    expect(firstMeasures(some).map(({ key }) => key)).toEqual(['planned', 'kldMean', 'ppl', 'passkey', 'ttft', 'itlP50'])
  })
  it('are all columns if there are no more than six', () => {
    const few = (['planned', 'allocated', 'goodput'] as const).map(measure)
    expect(firstMeasures(few)).toEqual(few)
  })
})
