import { expect, it } from 'vitest'
import { punchLine } from './answer-difference'

it('punchLine gives the words that tell two answers apart', () => {
  expect(punchLine(['The code of the small sled is 3530.', 'The code of the small sled is 019.'])).toEqual(['3530', '019'])
  expect(punchLine(['It is 12 today.', 'It is 15 today.'])).toEqual(['12', '15'])
})
it('punchLine gives both answers as a whole if one of them only ends earlier', () => {
  expect(punchLine(['The code', 'The code is 3530.'])).toEqual(['The code', 'The code is 3530'])
})
it('punchLine gives both answers as a whole if they are equal or have no word in common', () => {
  expect(punchLine(['Paris.', ' Paris. '])).toEqual(['Paris', 'Paris'])
  expect(punchLine(['', 'The sky'])).toEqual(['', 'The sky'])
})
it('punchLine shortens long answers', () => {
  const [left] = punchLine(['a '.repeat(100), 'b'])
  expect(left).toHaveLength(60)
  expect(left).toMatch(/a…$/)
})
