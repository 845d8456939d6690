import { describe, expect, it } from 'vitest'
import type { CacheFill } from '../../../core/contract/cache/cache'
import { allSquaresPath, cellGrid, squaresPath } from './cell-grid'

const fill = (totalCells: number, usedCells: number, fromPosition = 0): CacheFill => ({
  kind: 'full',
  totalCells,
  usedCells,
  usedBytes: 0,
  allocatedBytes: 0,
  fromPosition,
})
const sample = {
  spans: [
    { from: 0, to: 3, holds: 'template' as const },
    { from: 3, to: 10, holds: 'user' as const },
    { from: 10, to: 20, holds: 'assistant' as const },
  ],
  reusedTokens: 9,
}

describe('the grid of a cache', () => {
  it('has one square per cell if all fit', () => {
    const grid = cellGrid(fill(512, 20), sample)
    expect(grid).toMatchObject({ cellsPerSquare: 1, rows: 16, squares: 512 })
    expect(grid.used.map(({ holds }) => holds[0]).join('')).toBe('tttuuuuuuuaaaaaaaaaa')
    expect(grid.used.filter(({ isReused }) => isReused)).toHaveLength(9)
  })
  it('has squares of 2, 4, 8, … cells if the cells do not fit, each with the content of most of its cells', () => {
    // Squares of 4: tttu uuuu uuaa aaaa aaaa
    const grid = cellGrid(fill(2048, 20), sample)
    expect(grid).toMatchObject({ cellsPerSquare: 4, rows: 16, squares: 512 })
    expect(grid.used.map(({ holds }) => holds[0]).join('')).toBe('tuuaa')
    expect(cellGrid(fill(131_072, 20), sample)).toMatchObject({ cellsPerSquare: 256, squares: 512 })
  })
  it('is as large as the cache, even if the cache’s size is not a round number', () => {
    expect(cellGrid(fill(800, 0), sample)).toMatchObject({ cellsPerSquare: 2, squares: 400, rows: 13, used: [] })
  })
  it('fills the last square in use in proportion to its used cells', () => {
    expect(cellGrid(fill(2048, 18), sample).used.map(({ share }) => share)).toEqual([1, 1, 1, 1, 0.5])
  })
  it('starts at the first position that a sliding-window cache still holds', () => {
    const grid = cellGrid(fill(256, 12, 8), sample)
    expect(grid.used[0]).toMatchObject({ firstPosition: 8, lastPosition: 8, holds: 'user', isReused: true })
    expect(grid.used).toHaveLength(12)
  })
  it('is empty before the first sample', () => {
    expect(cellGrid(fill(256, 0), undefined).used).toEqual([])
  })
})

describe('the drawing of a cell grid', () => {
  it('has one path for all squares of a kind', () => {
    const grid = cellGrid(fill(512, 20), sample)
    expect(squaresPath(grid, ({ holds }) => holds === 'template').match(/M/g)).toHaveLength(3)
    expect(squaresPath(grid, ({ isReused }) => isReused).match(/M/g)).toHaveLength(9)
  })
  it('draws a background behind every square', () => {
    expect(allSquaresPath(400).match(/M/g)).toHaveLength(400)
    // 399 = 12 x 32 + 15
    expect(allSquaresPath(400)).toContain('M15 12h')
  })
  it('draws a square as wide as its used part', () => {
    // Five squares. The last is half full: 0.86 x 0.5.
    expect(squaresPath(cellGrid(fill(2048, 18), sample), ({ holds }) => holds === 'assistant')).toMatch(/M4 0h0\.43v/)
  })
})
