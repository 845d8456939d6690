import { describe, expect, it } from 'vitest'
import { clipSpans, coarsenSpans, countHeld, noTokens } from './cell-spans'
import { spansOf } from './testing/made-spans'

describe('spans of positions', () => {
  it('are contiguous, and neighbors with the same content of the same message are merged', () => {
    expect(spansOf('t2 t1 u3 u4 t0 a1')).toEqual([
      { from: 0, to: 3, holds: 'template' },
      { from: 3, to: 6, holds: 'user', message: 1 },
      { from: 6, to: 10, holds: 'user', message: 2 },
      { from: 10, to: 11, holds: 'assistant', message: 3 },
    ])
  })
  it('can be clipped to a range of positions', () => {
    expect(clipSpans(spansOf('t2 u3 a5'), 3, 7)).toEqual([
      { from: 3, to: 5, holds: 'user', message: 1 },
      { from: 5, to: 7, holds: 'assistant', message: 2 },
    ])
    expect(clipSpans(spansOf('t2 u3'), 5, 9)).toEqual([])
  })
  it('add up to the number of tokens per kind of content', () => {
    expect(countHeld(spansOf('t2 s4 t3 u3 t2 a5'))).toEqual({ ...noTokens(), system: 4, user: 3, assistant: 5, template: 7 })
  })
})

describe('coarsenSpans', () => {
  it('returns the same spans if their number is within the limit', () => {
    const spans = spansOf('t2 u3 a5')
    expect(coarsenSpans(spans, 3)).toEqual({ spans, blockTokens: 1 })
  })
  it('merges spans into blocks if their number exceeds the limit, each block with the content that fills most of it', () => {
    expect(coarsenSpans(spansOf('t1 u4 t1 a6'), 2)).toEqual({ spans: spansOf('u4 a8'), blockTokens: 4 })
  })
  it('returns no more spans than the limit for 2,000 messages, and covers the last message', () => {
    const spans = spansOf(Array.from({ length: 1000 }, () => 't4 u9 t5 a31').join(' '))
    const { spans: coarse, blockTokens } = coarsenSpans(spans, 512)
    expect(spans).toHaveLength(4000)
    expect(coarse.length).toBeLessThanOrEqual(512)
    expect(blockTokens).toBeGreaterThan(1)
    expect(coarse.at(-1)?.to).toBe(49_000)
    for (const [at, span] of coarse.entries()) expect(span.from).toBe(coarse[at - 1]?.to ?? 0)
  })
})
