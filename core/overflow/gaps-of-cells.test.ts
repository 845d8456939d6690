import { expect, it } from 'vitest'
import { spansOf } from '../cells/testing/made-spans'
import { gapsOfCells } from './gaps'

const text = spansOf('t1 s2 t1 u3 t1 a4 t1 u2 t1')

it('gapsOfCells counts the cells before each gap, and the messages that begin before the end of the gap', () => {
  const gaps = [
    { from: 2, to: 5 },
    { from: 6, to: 13 },
  ]
  expect(gapsOfCells(text, gaps)).toEqual([
    { at: 2, tokens: 3, begunMessages: 1 },
    { at: 3, tokens: 7, begunMessages: 3 },
  ])
})
it('gapsOfCells counts the answer after the prompt, unless it continues the last message of the prompt', () => {
  expect(gapsOfCells(text, [{ from: 4, to: 18 }])).toEqual([{ at: 4, tokens: 14, begunMessages: 4 }])
  expect(gapsOfCells(text.slice(0, 6), [{ from: 4, to: 14 }])).toEqual([{ at: 4, tokens: 10, begunMessages: 2 }])
})
