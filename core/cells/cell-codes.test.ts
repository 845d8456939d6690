import { describe, expect, it } from 'vitest'
import { cellCodes, cellOf, codesOf, type HeldCells, messageAt, outsideFlag, positionIn, reusedFlag } from './cell-codes'
import { spansOf } from './testing/made-spans'

const { free, hole, system, user, assistant, template, unknown } = cellCodes
const spans = spansOf('t1 s2 t1 u2 t1 a2')
const held: HeldCells = { totalCells: 12, fromPosition: 0, tokens: 9, reusedTokens: 4, spans, isRing: false }

describe('the cells of a cache', () => {
  it('get a code for each token in order, with a flag for reused tokens, and are free after the last token', () => {
    expect([...codesOf(held)]).toEqual([
      ...[template, system, system, template].map((code) => code | reusedFlag),
      ...[user, user, template, assistant, assistant],
      ...[free, free, free],
    ])
  })
  it('have unknown content if no span describes their tokens', () => {
    expect([...codesOf({ ...held, tokens: 11 }).subarray(8)]).toEqual([assistant, unknown, unknown, free])
  })
  it('have a flag if they are outside the window', () => {
    const codes = [...codesOf({ ...held, reusedTokens: 0, attendedFrom: 3 })]
    expect(codes.map((code) => (code & outsideFlag) > 0)).toEqual([true, true, true, ...Array(9).fill(false)])
  })
  it('have no flag if no token was reused', () => {
    expect([...codesOf({ ...held, tokens: 5, reusedTokens: 0 })]).toEqual([
      template,
      system,
      system,
      template,
      user,
      ...Array(7).fill(free),
    ])
  })
  it('form a ring in a sliding window: position 8 in a ring of 4 cells is in cell 0', () => {
    const ring: HeldCells = { ...held, totalCells: 4, fromPosition: 6, isRing: true }
    expect([...codesOf(ring)]).toEqual([assistant, free, template, assistant])
    expect([0, 1, 2, 3].map((cell) => positionIn(ring, cell))).toEqual([8, undefined, 6, 7])
  })
  it('become holes when their tokens are dropped, until new tokens fill the holes', () => {
    // Tokens 2, 3 and 4 of six were dropped, and one was added. Positions by cell: 0 1 3 . . 2
    const runs = [
      { position: 0, cell: 0, cells: 2 },
      { position: 2, cell: 5, cells: 1 },
      { position: 3, cell: 2, cells: 1 },
    ]
    const streamed: HeldCells = { ...held, totalCells: 8, tokens: 4, reusedTokens: 0, runs }
    expect([...codesOf(streamed)]).toEqual([template, system, template, hole, hole, system, free, free])
    expect([0, 1, 2, 3, 4, 5, 6, 8].map((cell) => positionIn(streamed, cell))).toEqual([
      0,
      1,
      3,
      undefined,
      undefined,
      2,
      undefined,
      undefined,
    ])
    expect([0, 2, 3, 4].map((position) => cellOf(streamed, position))).toEqual([0, 5, 2, undefined])
  })
  it('can be found by their position, even in a ring', () => {
    const ring: HeldCells = { ...held, totalCells: 4, fromPosition: 6, isRing: true }
    expect([5, 6, 8, 9].map((position) => cellOf(ring, position))).toEqual([undefined, 2, 0, undefined])
    expect(cellOf(held, 8)).toBe(8)
  })
  it('have a position, unless they are free', () => {
    expect([-1, 0, 8, 9, 12].map((cell) => positionIn(held, cell))).toEqual([undefined, 0, 8, undefined, undefined])
    expect(positionIn({ ...held, tokens: 0, isRing: true }, 0)).toBeUndefined()
  })
})

it('messageAt gives the number of the message at a position, not counting the system prompt and the template', () => {
  expect([0, 2, 5, 6, 8, 9].map((position) => messageAt(spans, position))).toEqual([
    { holds: 'template', message: null },
    { holds: 'system', message: null },
    { holds: 'user', message: 1 },
    { holds: 'template', message: null },
    { holds: 'assistant', message: 2 },
    undefined,
  ])
})

it('messageAt gives all parts of an answer the number of its message', () => {
  const parts = spansOf('t1 u2 t1 r3 t2 a4 t1 u1')
  expect([1, 4, 7, 9, 14].map((position) => messageAt(parts, position)?.message)).toEqual([1, 2, null, 2, 3])
})
