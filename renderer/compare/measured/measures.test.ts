import { describe, expect, it } from 'vitest'
import type { MeasuredSetting } from './measured-setting'
import { measures, shownMeasures } from './measures'

const nothing: MeasuredSetting = {
  id: 'a',
  runId: 'r',
  name: 'f16',
  isReference: true,
  settings: null,
  server: null,
  memory: null,
  speeds: [],
  gapsMs: [],
  latency: null,
  quality: null,
  passkey: null,
  suite: { toolCalls: null, schemas: null, schemasWithGrammar: null },
  cacheless: null,
  answers: [],
  failed: [],
  waiting: 0,
}
const reading = { limits: { ttftMs: 100, itlMs: 20 }, depth: 0 }
const measure = (key: string) => measures.find((one) => one.key === key) as (typeof measures)[number]

describe('the columns of a comparison', () => {
  it('include only columns with figures', () => {
    const setting = { ...nothing, memory: { allocatedBytes: 6291456, plannedBytes: null, contextTokens: 2048 } }
    expect(shownMeasures([nothing, setting], reading).map(({ key }) => key)).toEqual(['allocated'])
  })
  it('show the speed at the selected depth', () => {
    const rate = { value: 80, error: 1 }
    const setting = { ...nothing, speeds: [{ test: { prompt: 0, generated: 128, depth: 1024 }, rate, samples: 3, isPartial: false }] }
    expect(measure('goodput').of(nothing, reading)).toBeNull()
    expect(measure('decode').of(setting, reading)).toBeNull()
    expect(measure('decode').of(setting, { ...reading, depth: 1024 })).toBe(rate)
  })
  it('combine the passkeys of all depths', () => {
    expect(measure('passkey').of({ ...nothing, passkey: { found: 3, trials: 6, byDepth: [] } }, reading)).toEqual({
      value: 0.5,
      error: null,
    })
  })
})
