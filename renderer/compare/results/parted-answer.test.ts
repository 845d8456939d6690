import { describe, expect, it } from 'vitest'
import { partedAnswer } from './parted-answer'

const answer = (...words: string[]) => ({
  text: words.join(''),
  tokens: words.map((text) => ({ id: text.length * 100 + text.charCodeAt(0), text })),
})
const atServer = (text: string) => ({ text, tokens: null })

describe('the comparison of two answers', () => {
  it('recognizes equal answers', () => {
    expect(partedAnswer(answer('a', ' b'), answer('a', ' b'))).toEqual({
      shared: 'a b',
      parting: null,
      rest: '',
      sharedPieces: 2,
      unit: 'tokens',
    })
  })
  it('finds the first token that differs, and keeps the rest, which may agree again', () => {
    expect(partedAnswer(answer('a', 'bb', 'c', 'd'), answer('a', 'xyz', 'c', 'd'))).toMatchObject({
      shared: 'a',
      parting: 'bb',
      rest: 'cd',
      sharedPieces: 1,
    })
  })
  it('finds a difference where one of the answers ends', () => {
    expect(partedAnswer(answer('a'), answer('a', 'bb'))).toMatchObject({ shared: 'a', parting: '', rest: '' })
    expect(partedAnswer(answer('a', 'bb'), answer('a'))).toMatchObject({ shared: 'a', parting: 'bb', sharedPieces: 1 })
  })
  it('goes word by word if one of them is from a server, which gives no tokens', () => {
    const parted = { shared: 'A cell', parting: ' keeps', rest: ' one.', sharedPieces: 2, unit: 'words' }
    expect(partedAnswer(atServer('A cell keeps one.'), answer('A', ' ce', 'll', ' holds', ' one.'))).toEqual(parted)
    expect(partedAnswer(answer('A', ' cell'), atServer('A cell'))).toMatchObject({ parting: null, sharedPieces: 2 })
    expect(partedAnswer(atServer(''), atServer('A'))).toMatchObject({ shared: '', parting: '' })
  })
})
