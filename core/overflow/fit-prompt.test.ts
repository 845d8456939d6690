import { describe, expect, it } from 'vitest'
import type { OverflowRequest } from '../contract/settings/overflow'
import { type FitQuestion, fitPrompt, makeRoom } from './fit-prompt'

const request: OverflowRequest = { policy: 'sink-recency', sinkTokens: 10, recentTokens: 30, pinned: [] }
const question: FitQuestion = {
  request,
  ranges: [],
  textTokens: 110,
  limitTokens: 100,
  newestFrom: 105,
  heldGaps: [],
  commonText: 100,
  canShift: true,
}

describe('fitPrompt', () => {
  it('erases cells in the middle of a prompt that is too long', () => {
    // 110 - 30 = 80, so positions 10 to 80 are dropped.
    expect(fitPrompt(question)).toEqual({
      gaps: [{ from: 10, to: 80 }],
      added: [{ from: 10, to: 80 }],
      keepCells: 100,
      erase: [{ from: 10, to: 80 }],
      mustRepeat: false,
    })
  })
  it('keeps only the cells before the gap if cells cannot be moved', () => {
    expect(fitPrompt({ ...question, canShift: false })).toMatchObject({ keepCells: 10, erase: [], mustRepeat: true })
  })
  it('erases only cells of the common prefix', () => {
    expect(fitPrompt({ ...question, commonText: 50 })).toMatchObject({ keepCells: 50, erase: [{ from: 10, to: 50 }] })
    expect(fitPrompt({ ...question, commonText: 0 })).toMatchObject({ keepCells: 0, erase: [] })
  })
  it('extends an earlier gap', () => {
    const heldGaps = [{ from: 10, to: 80 }]
    // 220 - 70 = 150 tokens exceed 100, so positions 80 to 190 (cells 10 to 120) are dropped.
    expect(fitPrompt({ ...question, heldGaps, commonText: 200, textTokens: 220, newestFrom: 215 })).toEqual({
      gaps: [{ from: 10, to: 190 }],
      added: [{ from: 80, to: 190 }],
      keepCells: 130,
      erase: [{ from: 10, to: 120 }],
      mustRepeat: false,
    })
  })
  it('keeps only the cells before the gap if the prompt changed inside the gap', () => {
    expect(fitPrompt({ ...question, heldGaps: [{ from: 10, to: 80 }], commonText: 40, textTokens: 60 })).toEqual({
      gaps: [],
      added: [],
      keepCells: 10,
      erase: [],
      mustRepeat: false,
    })
  })
  it('returns null if the policy is to stop', () => {
    expect(fitPrompt({ ...question, request: { ...request, policy: 'stop' } })).toBeNull()
  })
})

it('makeRoom frees cells for an answer that fills the context', () => {
  const gaps = [{ from: 10, to: 80 }]
  expect(makeRoom({ ...question, gaps, textTokens: 171, newestFrom: 171 })).toEqual({
    gaps: [{ from: 10, to: 141 }],
    erase: [{ from: 10, to: 71 }],
    tokens: 61,
  })
  expect(makeRoom({ ...question, request: { ...request, policy: 'stop' }, gaps: [] })).toBeNull()
})
