import { describe, expect, it } from 'vitest'
import type { Compaction } from './compaction'
import { SharedTable } from './shared-table'

const upTo = (count: number, first = 0) => Array.from({ length: count }, (_, i) => first + i)
function filled(heads: number, blockTokens: number, compaction: Compaction, tokens: number): SharedTable {
  const table = new SharedTable(heads, blockTokens, compaction)
  for (let head = 0; head < heads; head++) table.append(head, upTo(tokens))
  return table
}

describe('a table of blocks for all heads', () => {
  it('keeps a block while any head has a cell in it, even with blocks of one token', () => {
    const held = (blockTokens: number) => {
      const table = filled(2, blockTokens, 'none', 12)
      table.keep(0, [0, 1, 2])
      table.keep(1, [0, 5, 11])
      return table.heldBlocks
    }
    expect([held(1), held(4)]).toEqual([5, 3])
  })
  it('has only the blocks of its longest head after a compaction', () => {
    const table = filled(2, 4, 'repack', 12)
    table.keep(0, [3, 11])
    table.keep(1, [0, 1, 4, 5, 8, 9, 10])
    expect(table.heldBlocks).toBe(2)
    expect(table.heads.map(({ slots }) => slots)).toEqual([[0, 1], upTo(7)])
  })
})

describe('a table of 6 blocks of 4 tokens, after tokens 2, 9, 13 and 21 are evicted,', () => {
  const survivors = upTo(24).filter((i) => ![2, 9, 13, 21].includes(i))
  it('frees a block with a repack that copies 18 slots, or with hole-filling that copies 3', () => {
    const repacked = filled(1, 4, 'repack', 24)
    expect(repacked.keep(0, survivors).from).toHaveLength(18)
    const filledUp = filled(1, 4, 'hole-fill', 24)
    expect(filledUp.keep(0, survivors)).toEqual({ from: [20, 22, 23], to: [2, 9, 13] })
    expect([repacked.heldBlocks, filledUp.heldBlocks]).toEqual([5, 5])
    expect(filledUp.heads[0]?.positions).toEqual(survivors)
  })
  it('frees no block and moves no cell without compaction', () => {
    const table = filled(1, 4, 'none', 24)
    expect(table.keep(0, survivors)).toEqual({ from: [], to: [] })
    expect([table.heldBlocks, table.heads[0]?.slots]).toEqual([6, survivors])
  })
})

describe('a new token', () => {
  it('is written after the last cell of its head, to a new block only if no block in use has room there', () => {
    const table = filled(2, 4, 'repack', 8)
    table.keep(0, [0, 7])
    expect(table.append(0, [8])).toEqual([2])
    expect(table.append(1, [8])).toEqual([8])
    expect(table.heldBlocks).toBe(3)
  })
  it('is not written into a hole or a free block without compaction', () => {
    const table = filled(1, 4, 'none', 6)
    table.keep(0, [0, 1])
    expect(table.append(0, [6, 7])).toEqual([8, 9])
    expect(table.heldBlocks).toBe(2)
  })
})

describe('the prefix that another request finds', () => {
  it('is complete without compaction, even if half of each block is evicted, and ends at the first freed block', () => {
    const table = filled(1, 4, 'none', 12)
    table.keep(0, [0, 2, 4, 6, 8, 10])
    expect(table.foundPrefix(12)).toBe(12)
    expect(table.foundPrefix(11)).toBe(8)
    table.keep(0, [0, 1, 5])
    expect(table.foundPrefix(12)).toBe(4)
  })
  it('ends at the first block that a compaction wrote to', () => {
    const table = filled(2, 4, 'hole-fill', 12)
    table.keep(0, [0, 1, 2, 3, 11])
    expect(table.foundPrefix(12)).toBe(4)
    table.keep(1, [1, 8])
    expect(table.foundPrefix(12)).toBe(0)
  })
})
