import { expect, it } from 'vitest'
import { firstAttended } from './attended'

it('a window of 4 tokens has the next token and the three before it', () => {
  const window = { windowTokens: 4, isChunked: false }
  expect([0, 3, 4, 9].map((tokens) => firstAttended(tokens, window))).toEqual([0, 0, 1, 6])
})

it('a chunk of 4 tokens begins at each multiple of 4', () => {
  const chunk = { windowTokens: 4, isChunked: true }
  expect([0, 3, 4, 9].map((tokens) => firstAttended(tokens, chunk))).toEqual([0, 0, 4, 8])
})
