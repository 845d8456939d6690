import { expect, it } from 'vitest'
import { textWindows } from './text-windows'

const text = Array.from({ length: 1000 }, (_, at) => 100 + at)
const wanted = { windowTokens: 100, positions: 40, first: [] as number[], isTarget: () => true }

it('windows are spread over the text, and their targets over the second half of each', () => {
  const windows = textWindows(text, wanted)
  expect(windows).toHaveLength(10)
  expect(windows[0]?.tokens).toEqual(text.slice(0, 100))
  expect(windows.at(-1)?.tokens).toEqual(text.slice(900))
  for (const { targets } of windows) {
    expect(targets).toHaveLength(4)
    expect(Math.min(...targets)).toBeGreaterThanOrEqual(50)
    expect(Math.max(...targets)).toBeLessThan(100)
    expect([...new Set(targets)].sort((a, b) => a - b)).toEqual(targets)
  }
})
it('a window begins with the tokens that begin a text', () => {
  const [, second] = textWindows(text, { ...wanted, first: [1] })
  expect(second?.tokens.slice(0, 2)).toEqual([1, 201])
  expect(second?.tokens).toHaveLength(100)
})
it('only allowed tokens are targets, even if fewer remain than were wanted', () => {
  const windows = textWindows(text, { ...wanted, isTarget: (token) => token % 50 === 0 })
  expect(windows.map(({ tokens, targets }) => targets.map((at) => tokens[at]))).toEqual(windows.map(({ tokens }) => [tokens[50]]))
})
it('more positions than fit into 16 windows get more windows', () => {
  const long = Array.from({ length: 10_000 }, (_, at) => at)
  expect(textWindows(long, wanted)).toHaveLength(16)
  const windows = textWindows(long, { ...wanted, positions: 2000 })
  expect(windows).toHaveLength(40)
  expect(windows.flatMap(({ targets }) => targets)).toHaveLength(2000)
})
it('a text that is too short for two windows has no windows', () => {
  expect(textWindows(text.slice(0, 199), wanted)).toEqual([])
  expect(textWindows(text.slice(0, 200), wanted)).toHaveLength(2)
  expect(textWindows([], wanted)).toEqual([])
})
