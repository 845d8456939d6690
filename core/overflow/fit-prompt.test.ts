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

describe('a prompt that is too long', () => {
  it('loses cells in the middle and keeps the others', () => {
    // 110 - 30: 10 to 80 leave.
    expect(fitPrompt(question)).toEqual({
      gaps: [{ from: 10, to: 80 }],
      added: [{ from: 10, to: 80 }],
      keepCells: 100,
      erase: [{ from: 10, to: 80 }],
      mustRepeat: false,
    })
  })
  it('is processed again from the gap if cells cannot be moved', () => {
    expect(fitPrompt({ ...question, canShift: false })).toMatchObject({ keepCells: 10, erase: [], mustRepeat: true })
  })
  it('loses only tokens that are in cells', () => {
    expect(fitPrompt({ ...question, commonText: 50 })).toMatchObject({ keepCells: 50, erase: [{ from: 10, to: 50 }] })
    expect(fitPrompt({ ...question, commonText: 0 })).toMatchObject({ keepCells: 0, erase: [] })
  })
  it('finds its earlier gap, and extends it in the existing cells', () => {
    const heldGaps = [{ from: 10, to: 80 }]
    // 220 tokens with 70 dropped are 150, more than 100. 80 to 190 are dropped too: cells 10 to 120, of which 200 - 70 = 130 are kept.
    expect(fitPrompt({ ...question, heldGaps, commonText: 200, textTokens: 220, newestFrom: 215 })).toEqual({
      gaps: [{ from: 10, to: 190 }],
      added: [{ from: 80, to: 190 }],
      keepCells: 130,
      erase: [{ from: 10, to: 120 }],
      mustRepeat: false,
    })
  })
  it('keeps the cells before the gap if the prompt was changed inside the gap', () => {
    expect(fitPrompt({ ...question, heldGaps: [{ from: 10, to: 80 }], commonText: 40, textTokens: 60 })).toEqual({
      gaps: [],
      added: [],
      keepCells: 10,
      erase: [],
      mustRepeat: false,
    })
  })
  it('is refused if no token may be dropped', () => {
    expect(fitPrompt({ ...question, request: { ...request, policy: 'stop' } })).toBeNull()
  })
})

it('makeRoom frees existing cells for an answer', () => {
  const gaps = [{ from: 10, to: 80 }]
  // 171 tokens with 70 dropped are 101, more than 100. 171 - 30 = 141: positions 80 to 141, which are cells 10 to 71.
  expect(makeRoom({ ...question, gaps, textTokens: 171, newestFrom: 171 })).toEqual({
    gaps: [{ from: 10, to: 141 }],
    erase: [{ from: 10, to: 71 }],
    tokens: 61,
  })
  expect(makeRoom({ ...question, request: { ...request, policy: 'stop' }, gaps: [] })).toBeNull()
})
