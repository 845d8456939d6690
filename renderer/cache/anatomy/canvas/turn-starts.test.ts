import { describe, expect, it } from 'vitest'
import type { CellSpan } from '../../../../core/contract/cache/cache'
import { turnLabels, turnStarts } from './turn-starts'

const said = (...roles: ('user' | 'assistant' | 'tool')[]) => roles.map((role) => ({ role }))
const spans: CellSpan[] = [
  { from: 0, to: 2, holds: 'template' },
  { from: 2, to: 5, holds: 'user', message: 1 },
  { from: 5, to: 7, holds: 'template' },
  { from: 7, to: 12, holds: 'assistant', message: 2 },
  { from: 12, to: 15, holds: 'user', message: 3 },
  { from: 15, to: 20, holds: 'assistant', message: 4 },
]

describe('turnStarts', () => {
  it('starts a turn at the first message since the previous answer', () => {
    expect(turnStarts(said('user', 'assistant', 'user', 'assistant'), spans)).toEqual([
      { turn: 1, position: 2 },
      { turn: 2, position: 12 },
    ])
  })
  it('counts an answer that calls a tool, and the answer after its result, as two turns', () => {
    expect(turnStarts(said('user', 'assistant', 'tool', 'assistant'), spans)).toEqual([
      { turn: 1, position: 2 },
      { turn: 2, position: 12 },
    ])
  })
  it('keeps the numbers of later turns if the cells have dropped earlier ones', () => {
    expect(turnStarts(said('user', 'assistant', 'user', 'assistant'), spans.slice(4))).toEqual([{ turn: 2, position: 12 }])
  })
  it('knows no turn of another conversation', () => {
    expect(turnStarts([], spans)).toEqual([])
  })
})

it('turnLabels gives turns a common label if their rows are closer than a label is high', () => {
  const starts = [1, 2, 3, 4].map((turn) => ({ turn, position: turn * 10 }))
  expect(turnLabels(starts, [0, 6, 12, 30], 14)).toEqual([
    { first: starts[0], lastTurn: 3, top: 0 },
    { first: starts[3], lastTurn: 4, top: 30 },
  ])
})
