import { describe, expect, it } from 'vitest'
import { axisHeight, cutName, errorEnds, roomyTicks, rowHeight, rowShape } from './row-shape'

const rows = (...names: string[]) => names.map((name) => ({ name, text: '6.00 MiB' }))
const axis = { least: 0, most: 100, ticks: [0, 50, 100] }

describe('a chart of rows', () => {
  it('draws values along the axis, and values beyond it at its end', () => {
    const { plot, xOf } = rowShape(rows('f16'), 600, axis)
    expect(xOf(0)).toBe(plot[0])
    expect(xOf(50)).toBeCloseTo((plot[0] + plot[1]) / 2)
    expect(xOf(1000)).toBe(plot[1])
    expect(xOf(-5)).toBe(plot[0])
  })
  it('ends error bars at 0: a rate of 74.4 ± 78.1 tok/s cannot be negative', () => {
    expect(errorEnds(74.4, 78.1)).toEqual([0, 152.5])
    expect(errorEnds(80, 1)).toEqual([79, 81])
  })
  it('has a row for each name', () => {
    expect(rowShape(rows('a', 'b', 'c'), 600, axis).height).toBe(3 * rowHeight + axisHeight)
  })
  it('leaves room for the plot by cutting the longest names', () => {
    const { plot, nameCharacters } = rowShape(rows('x'.repeat(300)), 400, axis)
    expect(plot[1] - plot[0]).toBeGreaterThanOrEqual(80)
    expect(cutName('x'.repeat(300), nameCharacters)).toHaveLength(nameCharacters)
    expect(cutName('f16', 10)).toBe('f16')
  })
  it('writes only as many numbers under the axis as fit', () => {
    const ticks = [0, 10, 20, 30, 40]
    // A text of 4 characters takes 4 x 6.8 + 14 = 41.2 px.
    expect(
      roomyTicks(
        ticks,
        () => '0000',
        (value) => value * 5,
      ),
    ).toEqual(ticks)
    expect(
      roomyTicks(
        ticks,
        () => '0000',
        (value) => value * 3,
      ),
    ).toEqual([0, 20, 40])
    expect(
      roomyTicks(
        ticks,
        () => '0000',
        (value) => value,
      ),
    ).toEqual([0])
  })
})
