import { describe, expect, it } from 'vitest'
import { type CellRuns, holesOf, leaveRuns, packRuns, resizeRuns } from './cell-runs'

/** `.` is a free cell. */
function drawn(runs: CellRuns): string {
  const cells: string[] = []
  for (const { position, cell, cells: length } of runs) for (let at = 0; at < length; at++) cells[cell + at] = String(position + at)
  return Array.from(cells, (position) => position ?? '.').join('')
}

describe('the cells of a sequence', () => {
  const four = resizeRuns([], 4)
  it('are consecutive until tokens are dropped', () => {
    expect(four).toEqual([{ position: 0, cell: 0, cells: 4 }])
    expect(resizeRuns(four, 6)).toEqual([{ position: 0, cell: 0, cells: 6 }])
    expect(resizeRuns(four, 2)).toEqual([{ position: 0, cell: 0, cells: 2 }])
    expect(resizeRuns(four, 0)).toEqual([])
  })
  it('have a hole where tokens were dropped, until new tokens fill it', () => {
    const left = leaveRuns(four, [{ from: 1, to: 3 }])
    expect(drawn(left)).toBe('0..1')
    expect(holesOf(left)).toEqual([{ from: 1, to: 3 }])
    expect(drawn(resizeRuns(left, 3))).toBe('02.1')
    expect(drawn(resizeRuns(left, 5))).toBe('02314')
    expect(holesOf(resizeRuns(left, 5))).toEqual([])
  })
  it('keep their tokens while other tokens are dropped again and again', () => {
    let runs = resizeRuns([], 6)
    const pictures = [drawn(runs)]
    for (let time = 0; time < 3; time++) {
      runs = resizeRuns(leaveRuns(runs, [{ from: 2, to: 4 }]), 6)
      pictures.push(drawn(runs))
    }
    expect(pictures).toEqual(['012345', '014523', '012345', '014523'])
  })
  it('can lose several ranges of tokens in one step', () => {
    expect(
      drawn(
        leaveRuns(resizeRuns([], 10), [
          { from: 0, to: 2 },
          { from: 4, to: 5 },
          { from: 8, to: 10 },
        ]),
      ),
    ).toBe('..01.234')
  })
  it('have the hole again after the tokens that filled it are removed', () => {
    const wrapped = resizeRuns(leaveRuns(four, [{ from: 1, to: 3 }]), 4)
    expect(drawn(wrapped)).toBe('0231')
    expect(drawn(resizeRuns(wrapped, 2))).toBe('0..1')
  })
  it('have no holes after a saved state is restored, and keep their order', () => {
    const left = leaveRuns(resizeRuns([], 6), [{ from: 1, to: 4 }])
    expect(drawn(resizeRuns(left, 4))).toBe('03..12')
    expect(drawn(packRuns(resizeRuns(left, 4)))).toBe('0312')
    expect(packRuns(left)).toEqual([{ position: 0, cell: 0, cells: 3 }])
  })
})
