import { describe, expect, it } from 'vitest'
import { copy } from '../../copy/copy'
import { formatNats } from './format-nats'
import { gradeOf, isWorseThanGuessing, qualityGrades } from './thresholds'
import { type ComparedSetting, verdictOf } from './verdict'

const rate = (value: number, deviation = 0, repetitions: number | null = 5) => ({ value, deviation, repetitions })
const f16: ComparedSetting = { cacheBytes: 6_291_456, decode: rate(80, 1), prefill: rate(900, 20) }
const sure = (value: number) => ({ value, error: 0 })

describe('a verdict', () => {
  it('lists the measured differences, and then the quality grade', () => {
    const q8 = { cacheBytes: 3_342_336, decode: rate(43, 1), prefill: rate(890, 20) }
    const verdict = verdictOf(q8, f16, { meanDivergence: sure(0.000402), topAgreement: sure(0.9962) })
    expect(copy.compare.verdict.facts(verdict)).toBe(
      '47% less memory, decode 46% ± 2% slower, prefill equally fast, KLD 0.00040 nats, same first choice at 99.6% of tokens: hardly different from the reference',
    )
    expect(verdict.quality?.grade).toBe('hardly-different')
  })
  it('calls rates equal if their difference may be chance or is too small to notice, but unclear if they are too noisy', () => {
    // Half of the interval: 2.776 x sqrt((5² + 1²) / 5) = 6.3; 75 is 5 below 80. 79 is 1.25% below 80.
    expect(verdictOf({ ...f16, decode: rate(75, 5) }, f16, null).decode).toBe('equal')
    expect(verdictOf({ ...f16, decode: rate(285, 140) }, { ...f16, decode: rate(320) }, null).decode).toBe('unclear')
    expect(verdictOf({ ...f16, decode: rate(79) }, { ...f16, decode: rate(80) }, null).decode).toBe('equal')
    const faster = verdictOf({ ...f16, decode: rate(88, 1) }, f16, null)
    expect(copy.compare.verdict.facts(faster)).toBe('the same memory, decode 10% ± 2% faster, prefill equally fast')
    expect(copy.compare.verdict.facts({ ...faster, decode: 'unclear' })).toContain('no clear difference in decode')
  })
  it('does not judge a speed whose deviation exceeds half of the mean: 74.4 ± 78.1 against 2,302 ± 3,567 tok/s', () => {
    const verdict = verdictOf({ ...f16, decode: rate(74.4, 78.1) }, { ...f16, decode: rate(2302, 3567) }, null)
    expect(verdict.decode).toBe('unreliable')
    expect(copy.compare.verdict.facts(verdict)).toContain('decode unreliable: the machine was probably busy, so measure again')
  })
  it('does not judge a speed with fewer than three repetitions: −81% ± 61% of two', () => {
    const verdict = verdictOf({ ...f16, decode: rate(19, 8, 2) }, { ...f16, decode: rate(100, 30, 2) }, null)
    expect(verdict.decode).toBe('few')
    expect(copy.compare.verdict.facts(verdict)).toContain('decode not judged with fewer than three repetitions')
  })
  it('has the interval of Student’s t: three repetitions need a larger difference than two standard errors', () => {
    // Half of the interval: 2.776 x sqrt((10² + 10²) / 3) = 22.7; two standard errors would be 16.3.
    const [slower, reference] = [rate(80, 10, 3), rate(100, 10, 3)]
    expect(verdictOf({ ...f16, decode: slower }, { ...f16, decode: reference }, null).decode).toBe('unclear')
    const five = verdictOf({ ...f16, decode: { ...slower, repetitions: 5 } }, { ...f16, decode: { ...reference, repetitions: 5 } }, null)
    // 2.306 x sqrt((10² + 10²) / 5) = 14.6.
    expect(five.decode).toEqual({ by: expect.closeTo(-0.2, 9), margin: expect.closeTo(0.146, 2) })
  })
  it('assumes three repetitions if a file does not say how many there were', () => {
    expect(verdictOf({ ...f16, decode: rate(80, 10, null) }, { ...f16, decode: rate(100, 10, null) }, null).decode).toBe('unclear')
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

it('a perplexity above the size of the vocabulary is worse than guessing: 43,143 with 2,566 tokens', () => {
  expect(isWorseThanGuessing(43_143, 2566)).toBe(true)
  expect(isWorseThanGuessing(2566, 2566)).toBe(false)
  expect(isWorseThanGuessing(43_143, 0)).toBe(false)
})

describe('formatNats', () => {
  it('keeps two significant digits', () => {
    expect([0, 0.000402, 0.0121, 0.5, 1.25, 12.3].map(formatNats)).toEqual(['0', '0.00040', '0.012', '0.50', '1.3', '12.3'])
  })
})
