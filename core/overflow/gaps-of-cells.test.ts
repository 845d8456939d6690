import { expect, it } from 'vitest'
import { gapsOfCells } from './gaps'

it('gapsOfCells counts the cells before each gap', () => {
  const gaps = [
    { from: 2, to: 5 },
    { from: 6, to: 13 },
  ]
  expect(gapsOfCells(gaps)).toEqual([
    { at: 2, tokens: 3 },
    { at: 3, tokens: 7 },
  ])
})
