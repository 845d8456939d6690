import { describe, expect, it } from 'vitest'
import { partedAnswer } from './parted-answer'

const tokens = (...words: string[]) => words.map((text) => ({ id: text.length * 100 + text.charCodeAt(0), text }))

describe('two answers', () => {
  it('are the same', () => {
    expect(partedAnswer(tokens('a', ' b'), tokens('a', ' b'))).toEqual({ shared: 'a b', parting: null, rest: '', sharedTokens: 2 })
  })
  it('part at a token, and may meet again', () => {
    expect(partedAnswer(tokens('a', 'bb', 'c', 'd'), tokens('a', 'xyz', 'c', 'd'))).toEqual({
      shared: 'a',
      parting: 'bb',
      rest: 'cd',
      sharedTokens: 1,
    })
  })
  it('part where one of them ends', () => {
    expect(partedAnswer(tokens('a'), tokens('a', 'bb'))).toMatchObject({ shared: 'a', parting: '', rest: '' })
    expect(partedAnswer(tokens('a', 'bb'), tokens('a'))).toMatchObject({ shared: 'a', parting: 'bb', sharedTokens: 1 })
  })
})
