import { describe, expect, it } from 'vitest'
import { reconciledPosition, reconcileTokens } from './reconcile-tokens'

const pieces = ['<bos>', 'a', 'b', 'ab', 'c', 'bc', 'abc', '\ufffd', 'd']
const pieceOf = (token: number): string | null => (token === 0 ? null : (pieces[token] ?? null))

describe('reconcileTokens', () => {
  it('keeps all cached tokens if the prompt continues them', () => {
    expect(reconcileTokens([0, 3, 4], [0, 3, 4, 8], pieceOf)).toMatchObject({ tokens: [0, 3, 4, 8], commonTokens: 3 })
  })
  it('keeps cached tokens that decode to the same text as the rendered tokens', () => {
    // cached: <bos>|a|b|c, rendered: <bos>|ab|c|d
    expect(reconcileTokens([0, 1, 2, 4], [0, 3, 4, 8], pieceOf)).toMatchObject({ tokens: [0, 1, 2, 4, 8], commonTokens: 4 })
  })
  it('keeps a cached token that overlaps two rendered tokens, if the texts agree again after it', () => {
    // cached: a|bc, rendered: ab|c
    expect(reconcileTokens([1, 5], [3, 4, 8], pieceOf)).toMatchObject({ tokens: [1, 5, 8], commonTokens: 2 })
  })
  it('stops where the text differs', () => {
    expect(reconcileTokens([0, 1, 2], [0, 1, 4], pieceOf)).toMatchObject({ tokens: [0, 1, 4], commonTokens: 2 })
  })
  it('drops all cached tokens after the last position at which the tokenizations agree', () => {
    // cached: <bos>|a|b|d, rendered: <bos>|abc
    expect(reconcileTokens([0, 1, 2, 8], [0, 6], pieceOf)).toMatchObject({ tokens: [0, 6], commonTokens: 1 })
  })
  it('does not match a control token by its text', () => {
    expect(reconcileTokens([1, 0], [1, 1], pieceOf)).toMatchObject({ tokens: [1, 1], commonTokens: 1 })
  })
  it('does not compare tokens that end in the middle of a character', () => {
    expect(reconcileTokens([7, 1], [1, 7], pieceOf)).toMatchObject({ tokens: [1, 7], commonTokens: 0 })
  })
  it('accepts an empty cache, and a prompt shorter than the cache', () => {
    expect(reconcileTokens([], [1, 2], pieceOf)).toMatchObject({ tokens: [1, 2], commonTokens: 0 })
    expect(reconcileTokens([1, 2, 4], [1], pieceOf)).toMatchObject({ tokens: [1], commonTokens: 1 })
  })
})

describe('reconciledPosition', () => {
  it('returns the same position if the tokens are the same', () => {
    const { meetings } = reconcileTokens([0, 3, 4], [0, 3, 4, 8], pieceOf)
    expect(meetings).toEqual([])
    expect(reconciledPosition(meetings, 3)).toBe(3)
  })
  it('shifts a position by the difference in the number of tokens before it', () => {
    // cached: <bos>|a|b|c|abc, rendered: <bos>|ab|c|a|b|c|d
    const { tokens, meetings } = reconcileTokens([0, 1, 2, 4, 6], [0, 3, 4, 1, 2, 4, 8], pieceOf)
    expect(tokens).toEqual([0, 1, 2, 4, 6, 8])
    expect(meetings).toEqual([
      { cached: 3, rendered: 2 },
      { cached: 5, rendered: 6 },
    ])
    expect([0, 1, 2, 3, 6, 7].map((position) => reconciledPosition(meetings, position))).toEqual([0, 1, 3, 4, 5, 6])
    expect([4, 5].map((position) => reconciledPosition(meetings, position))).toEqual([5, 5])
  })
})
