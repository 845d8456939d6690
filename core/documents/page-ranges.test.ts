import { describe, expect, it } from 'vitest'
import { pagesIn, pagesText } from './page-ranges'

describe('a list of pages', () => {
  it('has pages and ranges, in order and without repetitions', () => {
    expect(pagesIn('1-3, 7', 10)).toEqual([1, 2, 3, 7])
    expect(pagesIn(' 7 , 2–3,3', 10)).toEqual([2, 3, 7])
    expect(pagesIn('10', 10)).toEqual([10])
  })
  it('means all pages if it is empty', () => {
    expect(pagesIn(' ', 3)).toEqual([1, 2, 3])
  })
  it.each(['0', '11', '3-2', '1-', '-2', 'a', '1,,2', '1 2', '1-99999999999'])('“%s” is refused for a document of ten pages', (text) => {
    expect(pagesIn(text, 10)).toBeUndefined()
  })
  it('is written with ranges', () => {
    expect(pagesText([1, 2, 3, 7])).toBe('1-3, 7')
    expect(pagesText([])).toBe('')
    expect(pagesIn(pagesText([2, 4, 5, 6]), 6)).toEqual([2, 4, 5, 6])
  })
})
