import { describe, expect, it } from 'vitest'
import { alignWords, overlapping, piecesIn, wordsOf } from './word-match'

const words = (text: string) => wordsOf(text).map(({ text: word }) => word)
/** The word of the source that each shown word was found at. */
const aligned = (source: string, shown: string) => {
  const from = words(source)
  return alignWords(from, words(shown)).map((at) => from[at] ?? '')
}

describe('the words of a text', () => {
  it('are runs of letters and digits, and single marks', () => {
    expect(words('Über 2 cells, “q8_0”!')).toEqual(['Über', '2', 'cells', ',', '“', 'q8', '_', '0', '”', '!'])
  })
})

describe('the pieces of tokens', () => {
  it('are found one after the other, with or without the space that a tokenizer adds', () => {
    expect(piecesIn('The cat sat', [' The', ' c', 'at', ' sat'])).toEqual([
      { from: 0, to: 3 },
      { from: 3, to: 5 },
      { from: 5, to: 7 },
      { from: 7, to: 11 },
    ])
  })
  it('continue after a character of several tokens', () => {
    const places = piecesIn('a 🙂 b', ['a', ' ', '\ufffd', '\ufffd', ' b'])
    expect(places.at(2)).toEqual({ from: 2, to: 3 })
    expect(places.at(4)).toEqual({ from: 4, to: 6 })
  })
  it('have no place if the text does not have them', () => {
    expect(piecesIn('Yes.', ['Yes', '.', '<|im_end|>'])[2]).toBeUndefined()
    expect(piecesIn('Yes. No.', ['Yes', '<tool>', '.'])).toEqual([{ from: 0, to: 3 }, undefined, { from: 3, to: 4 }])
  })
  it('of one word are those that overlap it', () => {
    const places = piecesIn('The cache', ['The', ' ca', 'che'])
    expect(overlapping(places, { from: 4, to: 9 })).toEqual([1, 2])
    expect(overlapping(places, { from: 0, to: 3 })).toEqual([0])
  })
})

describe('the words on screen', () => {
  it('are found in Markdown, whose markup is not on screen', () => {
    expect(alignWords(words('**The** KV `cache` is *fast*.'), words('The KV cache is fast.'))).toEqual([2, 5, 7, 9, 11, 13])
  })
  it('are found after a long part that is folded', () => {
    const reasoning = Array.from({ length: 400 }, (_, at) => `step ${at}`).join(' ')
    expect(aligned(`<think>${reasoning}</think>The answer is short.`, 'The answer is short.')).toEqual([
      'The',
      'answer',
      'is',
      'short',
      '.',
    ])
  })
  it('are found even after words that only the screen shows', () => {
    expect(aligned('Look: x = 1 and y = 2', 'Look: Copy the code x = 1 and y = 2').slice(5)).toEqual(['x', '=', '1', 'and', 'y', '=', '2'])
  })
  it('have no place if the source does not have them', () => {
    expect(alignWords(words('one two three'), words('four five six'))).toEqual([-1, -1, -1])
  })
})
