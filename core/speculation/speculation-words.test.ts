import { describe, expect, it } from 'vitest'
import { speculationText } from './speculation-words'

const figures = { drafted: 8, accepted: 6, speedUp: 1.5, switchedOff: false }

describe('what came of drafting ahead', () => {
  it('is told once there was a draft', () => {
    expect(speculationText({ ...figures, drafted: 0, accepted: 0, speedUp: null })).toBeUndefined()
    expect(speculationText(figures)).toBe('75 % of drafts accepted, steps with a draft 1.50 × as fast')
    expect(speculationText({ ...figures, speedUp: null })).toBe('75 % of drafts accepted')
  })
  it('says of which steps it speaks, and how much longer slow ones took', () => {
    expect(speculationText({ ...figures, speedUp: 0.8 })).toBe('75 % of drafts accepted, steps with a draft took 1.25 × as long')
  })
  it('is told where no draft was ever sure enough', () => {
    const none = { drafted: 0, accepted: 0, speedUp: 0.9, switchedOff: true }
    expect(speculationText(none)).toBe('no draft was sure enough, slower, switched off')
  })
  it('says that it was switched off, and why', () => {
    expect(speculationText({ ...figures, speedUp: 0.6, switchedOff: true })).toBe('75 % of drafts accepted, slower, switched off')
  })
})
