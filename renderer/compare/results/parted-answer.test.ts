import { describe, expect, it } from 'vitest'
import { partedAnswer } from './parted-answer'

const tokens = (...words: string[]) => words.map((text) => ({ id: text.length * 100 + text.charCodeAt(0), text }))

describe('the comparison of two answers', () => {
  it('recognizes equal answers', () => {
    expect(partedAnswer(tokens('a', ' b'), tokens('a', ' b'))).toEqual({ shared: 'a b', parting: null, rest: '', sharedTokens: 2 })
  })
  it('finds the first token that differs, and keeps the rest, which may agree again', () => {
    expect(partedAnswer(tokens('a', 'bb', 'c', 'd'), tokens('a', 'xyz', 'c', 'd'))).toEqual({
      shared: 'a',
      parting: 'bb',
      rest: 'cd',
      sharedTokens: 1,
    })
  })
  it('finds a difference where one of the answers ends', () => {
    expect(partedAnswer(tokens('a'), tokens('a', 'bb'))).toMatchObject({ shared: 'a', parting: '', rest: '' })
    expect(partedAnswer(tokens('a', 'bb'), tokens('a'))).toMatchObject({ shared: 'a', parting: 'bb', sharedTokens: 1 })
  })
})
