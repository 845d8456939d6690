import { describe, expect, it } from 'vitest'
import { copy } from '../../copy'

const figures = { drafted: 8, accepted: 6, speedUp: 1.5, switchedOff: false }

describe('the progress of speculation', () => {
  it('is shown after the first draft', () => {
    expect(copy.speculation.progress({ ...figures, drafted: 0, accepted: 0, speedUp: null })).toBeUndefined()
    expect(copy.speculation.progress(figures)).toBe('75% of drafted tokens accepted; steps with a draft were 1.50 × as fast')
    expect(copy.speculation.progress({ ...figures, speedUp: null })).toBe('75% of drafted tokens accepted')
  })
  it('says by what factor steps with a draft were slower', () => {
    expect(copy.speculation.progress({ ...figures, speedUp: 0.8 })).toBe(
      '75% of drafted tokens accepted; steps with a draft took 1.25 × as long',
    )
  })
  it('is also shown if speculation was switched off before any draft was likely enough', () => {
    const none = { drafted: 0, accepted: 0, speedUp: 0.9, switchedOff: true }
    expect(copy.speculation.progress(none)).toBe('no draft was likely enough; speculation was slower and was switched off')
  })
  it('says that speculation was switched off, and why', () => {
    expect(copy.speculation.progress({ ...figures, speedUp: 0.6, switchedOff: true })).toBe(
      '75% of drafted tokens accepted; speculation was slower and was switched off',
    )
  })
})
