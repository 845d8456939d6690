import { describe, expect, it } from 'vitest'
import { cellCodes, outsideFlag, reusedFlag } from '../../../../core/cells/cell-codes'
import { cellLayout, cellUnder } from './cell-layout'
import { type CellPalette, paintCells } from './paint-cells'

describe('the layout of the cell map', () => {
  it('fits 131,072 cells of two pixels into a window, in rows that are easy to count', () => {
    // 1,184 / 2 = 592 columns, which is 37 x 16. 131,072 / 592 = 221.4 rows.
    expect(cellLayout(131_072, 1184, 560)).toEqual({ columns: 592, rows: 222, side: 2, gap: 0, width: 1184, height: 444 })
  })
  it('draws cells large if there are few, up to a limit', () => {
    expect(cellLayout(256, 1184, 560)).toMatchObject({ columns: 64, side: 18, gap: 1, rows: 4 })
  })
  it('is taller than its area only if the cells would otherwise be too small to see', () => {
    for (const cells of [256, 2048, 8192, 32_768]) expect(cellLayout(cells, 1230, 551).height).toBeLessThanOrEqual(551)
    expect(cellLayout(131_072, 400, 300)).toMatchObject({ side: 2, columns: 192, height: 1366 })
  })
  it('has at least 16 columns, however small the window, and no rows if there are no cells', () => {
    expect(cellLayout(2048, 3, 3)).toMatchObject({ columns: 16, side: 2 })
    expect(cellLayout(0, 100, 100).rows).not.toBeGreaterThan(0)
  })
  it('finds the cell under a point', () => {
    const layout = cellLayout(256, 1184, 560)
    expect(cellUnder(layout, 256, 0, 0)).toBe(0)
    expect(cellUnder(layout, 256, 19, 19)).toBe(65)
    expect(cellUnder(layout, 256, 64 * 18, 0)).toBeUndefined()
    expect(cellUnder(layout, 256, 0, 4 * 18)).toBeUndefined()
    expect(cellUnder(layout, 256, -1, 0)).toBeUndefined()
  })
})

describe('a painted cell', () => {
  const palette: CellPalette = { ink: [1, 2, 3, 4, 5, 6].map((red) => (0xff000000 | red) >>> 0), ground: 0xff0000aa, reused: 0xff0000ff }
  const painted = (side: number, codes: number[]) => {
    const layout = { columns: 2, rows: 1, side, gap: 1, width: 2 * side, height: side }
    const pixels = new Uint32Array(layout.width * layout.height)
    paintCells(pixels, layout, Uint8Array.from(codes), palette)
    return [...pixels].map((pixel) => pixel & 0xff)
  }
  it('leaves a gap in the background color before the next cell', () => {
    expect(painted(2, [cellCodes.free, cellCodes.user])).toEqual([1, 0xaa, 3, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa])
  })
  it('is lighter if it was reused and is too small for stripes', () => {
    expect(painted(2, [cellCodes.user | reusedFlag, cellCodes.user])[0]).toBe(128)
  })
  it('is mixed with the background if it is outside the window', () => {
    // (3 + 0xaa) / 2, both rounded down to even numbers first.
    expect(painted(2, [cellCodes.user | outsideFlag, cellCodes.user])[0]).toBe(86)
  })
  it('is striped if it was reused and is large enough', () => {
    const row = painted(6, [cellCodes.user | reusedFlag, cellCodes.user]).slice(0, 12)
    expect(row).toEqual([255, 3, 3, 255, 3, 0xaa, 3, 3, 3, 3, 3, 0xaa])
  })
})
