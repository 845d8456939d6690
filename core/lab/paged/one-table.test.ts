import { expect, it } from 'vitest'
import { compactedBlocks, scatteredBlocks } from './one-table'

it('a table for all heads keeps a block as long as any head has a cell in it', () => {
  // Two heads keep 3 of 12 tokens each. Blocks of 4: 0 to 3, 4 to 7, 8 to 11.
  const heads = [
    [0, 1, 2],
    [0, 5, 11],
  ]
  expect(scatteredBlocks(heads, 4)).toBe(3)
  // Tokens 0, 1, 2, 5 and 11: even blocks of one token keep five, although each head has three.
  expect(scatteredBlocks(heads, 1)).toBe(5)
  expect(scatteredBlocks([[0, 1, 2]], 4)).toBe(1)
})

it('a table for all heads is as long as that of its longest head', () => {
  expect(compactedBlocks([2, 7, 1])).toBe(7)
})
