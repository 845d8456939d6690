import { expect, it } from 'vitest'
import { LeftOut } from './left-out'

it('LeftOut joins the tokens in a sequence and those dropped from it into the whole text', () => {
  const text = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  const leftOut = new LeftOut()
  expect(leftOut.weave(text)).toEqual(text)
  leftOut.leave(text, [
    { from: 2, to: 5 },
    { from: 7, to: 8 },
  ])
  const cells = leftOut.cellsOf(text)
  expect(cells).toEqual([0, 1, 5, 6, 8, 9])
  expect(leftOut.weave(cells)).toEqual(text)
  expect(leftOut.weave([...cells, 10])).toEqual([...text, 10])
  expect(leftOut.weave([0])).toEqual([0])
  expect(leftOut.weave([0, 1, 5])).toEqual([0, 1, 2, 3, 4, 5])
})
