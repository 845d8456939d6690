import { describe, expect, it } from 'vitest'
import { countedCharacters } from '../contract/wire/text-limits'
import { piecesOf, TokenCounter } from './token-counter'

const never = new AbortController().signal
function counterOfWords() {
  const asked: string[] = []
  const counter = new TokenCounter(async (text) => {
    asked.push(text)
    return text.match(/\S+/g)?.length ?? 0
  })
  return { counter, asked }
}
const long = 'word '.repeat(10_000)

describe('the pieces of a text', () => {
  it('add up to the text, and are never longer than the engine accepts', () => {
    for (const text of [long, 'x'.repeat(50_000), 'short', '', '😀'.repeat(9000)]) {
      const pieces = [...piecesOf(text)]
      expect(pieces.join('')).toBe(text)
      expect(pieces.every((piece) => piece.length <= countedCharacters && !/\p{Surrogate}/u.test(piece))).toBe(true)
    }
  })
  it('end after a complete word', () => {
    expect([...piecesOf(long)].slice(1).every((piece) => piece.startsWith(' word'))).toBe(true)
  })
})

describe('the token counter', () => {
  it('adds up the pieces, and reports its progress', async () => {
    const { counter } = counterOfWords()
    const shares: number[] = []
    expect(await counter.count(long, never, (_, share) => shares.push(share))).toBe(10_000)
    expect(shares.at(-1)).toBe(1)
    expect(shares.length).toBe([...piecesOf(long)].length)
  })
  it('counts only the piece that has changed', async () => {
    const { counter, asked } = counterOfWords()
    await counter.count(long, never)
    const before = asked.length
    expect(await counter.count(`${long}more`, never)).toBe(10_001)
    expect(asked.length).toBe(before + 1)
  })
  it('stops when the caller aborts', async () => {
    const { counter, asked } = counterOfWords()
    const leaving = new AbortController()
    expect(await counter.count(long, leaving.signal, () => leaving.abort())).toBeUndefined()
    expect(asked).toHaveLength(1)
  })
})
