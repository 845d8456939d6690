import { describe, expect, it } from 'vitest'
import { headOf, lastBlocks } from './shown-part'

const blocks = [10, 20, 30].map((length, index) => ({ start: index, text: 'x'.repeat(length), isPlain: false }))

describe('the shown part of a long text', () => {
  it('ends between paragraphs, or else between lines, or else anywhere', () => {
    expect(headOf('a'.repeat(30), 40)).toBe('a'.repeat(30))
    expect(headOf(`${'a'.repeat(30)}\n\n${'b'.repeat(30)}`, 40)).toBe(`${'a'.repeat(30)}\n\n`)
    expect(headOf(`${'a'.repeat(30)}\n${'b'.repeat(30)}`, 40)).toBe(`${'a'.repeat(30)}\n`)
    expect(headOf('a'.repeat(60), 40)).toBe('a'.repeat(40))
  })
  it('contains the last blocks that fit while the text grows, and at least one block', () => {
    expect(lastBlocks(blocks, 100)).toEqual(blocks)
    expect(lastBlocks(blocks, 50)).toEqual(blocks.slice(1))
    expect(lastBlocks(blocks, 5)).toEqual(blocks.slice(2))
    expect(lastBlocks([], 5)).toEqual([])
  })
})
