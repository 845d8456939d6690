import { describe, expect, it } from 'vitest'
import { copy } from '../../copy/copy'
import { formatNats } from './format-nats'
import { gradeOf, qualityGrades } from './thresholds'
import { type ComparedSetting, verdictOf } from './verdict'

const f16: ComparedSetting = { cacheBytes: 6_291_456, decode: { value: 80, error: 0.5 }, prefill: { value: 900, error: 10 } }
const sure = (value: number) => ({ value, error: 0 })

describe('a verdict', () => {
  it('lists the measured differences, and then the quality grade', () => {
    const q8 = { cacheBytes: 3_342_336, decode: { value: 43, error: 0.4 }, prefill: { value: 890, error: 10 } }
    const verdict = verdictOf(q8, f16, { meanDivergence: sure(0.000402), topAgreement: sure(0.9962) })
    expect(copy.compare.verdict.facts(verdict)).toBe(
      '47% less memory, decode 46% slower, prefill equally fast, KLD 0.00040 nats, same first choice at 99.6% of tokens: hardly different from the reference',
    )
    expect(verdict.quality?.grade).toBe('hardly-different')
  })
  it('calls rates equal if their difference may be chance or is too small to notice, but unclear if they are too noisy', () => {
    // sqrt(3² + 0.5²) = 3.04. 79 is 1.25% below 80.
    expect(verdictOf({ ...f16, decode: { value: 75, error: 3 } }, f16, null).decode).toBe('equal')
    expect(verdictOf({ ...f16, decode: { value: 285, error: 375 } }, { ...f16, decode: sure(320) }, null).decode).toBe('unclear')
    expect(verdictOf({ ...f16, decode: { value: 79, error: 0 } }, { ...f16, decode: sure(80) }, null).decode).toBe('equal')
    const faster = verdictOf({ ...f16, decode: { value: 88, error: 0.5 } }, f16, null)
    expect(copy.compare.verdict.facts(faster)).toBe('the same memory, decode 10% faster, prefill equally fast')
    expect(copy.compare.verdict.facts({ ...faster, decode: 'unclear' })).toContain('no clear difference in decode')
  })
  it('omits figures that were not measured', () => {
    const nothing = { cacheBytes: null, decode: null, prefill: null }
    expect(copy.compare.verdict.facts(verdictOf(nothing, f16, null))).toBe('')
    expect(copy.compare.verdict.facts(verdictOf({ ...nothing, cacheBytes: 12_582_912 }, f16, null))).toBe('100% more memory')
  })
  it('never rounds a top-1 agreement up to 100%', () => {
    const almost = verdictOf(f16, f16, { meanDivergence: sure(0.00001), topAgreement: sure(0.99991) })
    expect(copy.compare.verdict.facts(almost)).toContain('same first choice at 99.9% of tokens')
    expect(copy.compare.verdict.facts(verdictOf(f16, f16, { meanDivergence: sure(0), topAgreement: sure(1) }))).toBe(
      'the same memory, decode equally fast, prefill equally fast, KLD 0 nats, same first choice at 100.0% of tokens: identical to the reference',
    )
  })
  it('has a grade for every divergence, and moves to the next grade beyond each limit', () => {
    for (const [at, { grade, mostNats }] of qualityGrades.entries()) {
      expect(gradeOf(mostNats)).toBe(grade)
      const next = qualityGrades[at + 1]
      if (next) expect(gradeOf(mostNats + 1e-9)).toBe(next.grade)
    }
    expect(gradeOf(Number.NaN)).toBeUndefined()
  })
})

describe('formatNats', () => {
  it('keeps two significant digits', () => {
    expect([0, 0.000402, 0.0121, 0.5, 1.25, 12.3].map(formatNats)).toEqual(['0', '0.00040', '0.012', '0.50', '1.3', '12.3'])
  })
})
