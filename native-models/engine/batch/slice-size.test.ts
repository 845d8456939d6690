import { describe, expect, it } from 'vitest'
import { SliceSize } from './slice-size'

interface Costs {
  /** In ms. A step with a slice reads the weights twice. */
  readonly plain: number
  readonly fixed: number
  readonly perToken: number
}

/** Processes a prompt next to an answer. Returns the duration of each step. */
function process(costs: Costs, promptTokens: number, size = new SliceSize(512)): { gaps: number[]; slices: number[] } {
  const gaps: number[] = []
  const slices: number[] = []
  for (let left = promptTokens; left > 0; ) {
    const slice = Math.min(size.next(1), left)
    const ms = costs.plain + (slice > 0 ? costs.fixed + slice * costs.perToken : 0)
    if (slice > 0) size.mixed(ms, 1, slice)
    else size.plain(ms, 1)
    gaps.push(ms)
    slices.push(slice)
    left -= slice
  }
  return { gaps, slices }
}

describe.each([
  ['a processor that evaluates prompts twenty times as fast as answers', { plain: 20, fixed: 4, perToken: 1 }],
  ['a GPU, where most of a slice is reading the weights', { plain: 10, fixed: 9, perToken: 0.05 }],
  ['a processor whose prompt tokens cost nearly as much as answer tokens', { plain: 10, fixed: 0, perToken: 7 }],
])('on %s, the size of a slice', (_, costs) => {
  it('keeps 99 of 100 gaps below three times the gap without a prompt', () => {
    const { gaps } = process(costs, 4096)
    const sorted = gaps.toSorted((a, b) => a - b)
    expect(sorted[Math.floor(0.99 * sorted.length)]).toBeLessThanOrEqual(3 * costs.plain)
  })
  it('uses at least half of the time that it may use', () => {
    const { slices } = process(costs, 4096)
    const steady = slices.filter((slice) => slice > 0).slice(20, -1)
    const most = (1.5 * costs.plain - costs.fixed) / costs.perToken
    if (steady.length > 0) expect(Math.max(...steady)).toBeGreaterThanOrEqual(Math.min(512, most / 2))
  })
})

it('keeps gaps to about 50 ms if no slice is short enough, and the prompt takes less than three times as long as alone', () => {
  const costs: Costs = { plain: 4, fixed: 10, perToken: 1.5 }
  const { gaps } = process(costs, 4096)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(50 + costs.perToken)
  const ms = gaps.reduce((sum, gap) => sum + gap, 0)
  expect(ms / (4096 * costs.perToken)).toBeLessThan(3)
})

describe('the size of a slice', () => {
  it('is the whole batch if nobody is answered', () => {
    expect(new SliceSize(512).next(0)).toBe(512)
  })
  it('is 0 until a step without prompts has been measured, and never twice in a row', () => {
    const size = new SliceSize(512)
    expect(size.next(1)).toBe(0)
    // The number of answers has changed.
    size.plain(10, 1)
    expect(size.next(2)).toBe(2)
    expect(size.next(2)).toBe(0)
    size.plain(12, 2)
    expect(size.next(2)).toBe(2)
    expect(size.next(2)).toBe(16)
  })
  it('compares again after 32 slices', () => {
    const size = new SliceSize(512)
    size.next(1)
    size.plain(10, 1)
    const slices = Array.from({ length: 66 }, () => size.next(1))
    expect(slices.flatMap((slice, at) => (slice === 0 ? [at] : []))).toEqual([32, 65])
  })
  it('lets answers wait for two seconds of short prompts, as soon as a prompt has been measured', () => {
    const size = new SliceSize(512)
    expect(size.pauseTokens).toBe(0)
    size.prompt(1e6, 63)
    expect(size.pauseTokens).toBe(0)
    size.prompt(1000, 100)
    expect(size.pauseTokens).toBe(200)
    for (let step = 0; step < 40; step++) size.prompt(100, 100)
    expect(size.pauseTokens).toBe(1999)
    // One interrupted step.
    size.prompt(2000, 100)
    expect(size.pauseTokens).toBe(689)
  })
  it('shrinks when steps get longer, to two tokens at least', () => {
    const size = new SliceSize(512)
    size.next(1)
    size.plain(10, 1)
    for (let step = 0; step < 20; step++) size.mixed(10_000, 1, size.next(1))
    expect(size.next(1)).toBe(2)
  })
})
