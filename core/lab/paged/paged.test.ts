import { describe, expect, it } from 'vitest'
import { failureOf } from '../../contract/errors/coded-error'
import { BlockPool, checkBlockTokens, noParent } from './block-pool'
import { fillFromEnd, holeFill, repack } from './compaction'
import { poolGauges } from './gauges'
import { PagedSequence, PoolExhausted } from './paged-sequence'

const upTo = (count: number, first = 0) => Array.from({ length: count }, (_, i) => first + i)
const filled = (pool: BlockPool, tokens: readonly number[]) => {
  const sequence = new PagedSequence(pool)
  sequence.reusePrefix(tokens)
  sequence.append(tokens.slice(sequence.length))
  return sequence
}
const large = () => {
  const pool = new BlockPool(1000, 16)
  return { pool, sequence: filled(pool, upTo(16_000)) }
}

describe('evicting 90% of 16,000 tokens evenly from 1,000 blocks', () => {
  const evicted = () => {
    const { pool, sequence } = large()
    return { pool, sequence, freed: sequence.keep(upTo(1600).map((i) => 10 * i)) }
  }
  it('frees no block, because a token survives in each block', () => {
    expect(evicted().freed).toBe(0)
  })
  it('frees 900 blocks with a repack: the 1,600 surviving tokens fill 100 blocks', () => {
    const { pool, sequence } = evicted()
    expect(sequence.relocate(repack(sequence))).toBe(900)
    expect(pool.freeBlocks).toBe(900)
    expect(poolGauges(pool, [sequence])).toMatchObject({ tokenSlots: 1600, tokenShare: 1, internalFragmentation: 0 })
    expect(sequence.positions).toEqual(upTo(1600).map((i) => 10 * i))
    expect(sequence.slots).toEqual(upTo(1600))
  })
})

describe('evicting tokens from 1,000 blocks of 16 tokens', () => {
  it('frees no block if one token survives in each block, although 93.75% of the tokens are evicted', () => {
    const { pool, sequence } = large()
    expect(sequence.keep(upTo(1000).map((i) => 16 * i))).toBe(0)
    expect(1 - sequence.length / 16_000).toBe(0.9375)
    expect(poolGauges(pool, [sequence]).internalFragmentation).toBe(0.9375)
  })
  it('frees exactly one block if all 16 tokens of that block are evicted', () => {
    const { pool, sequence } = large()
    expect(sequence.keep(upTo(16_000).filter((i) => i < 32 || i >= 48))).toBe(1)
    expect(pool.freeBlocks).toBe(1)
    expect(sequence.blocks).not.toContain(2)
  })
})

describe('compacting 6 blocks of 4 tokens after tokens 2, 9, 13 and 21 are evicted, with 20 to 23 as the newest round,', () => {
  const toy = () => {
    const sequence = filled(new BlockPool(6, 4), upTo(24))
    sequence.keep(upTo(24).filter((i) => ![2, 9, 13, 21].includes(i)))
    return sequence
  }
  it('frees one block with a repack that copies 18 slots: only tokens 0 and 1 stay in place', () => {
    const sequence = toy()
    const moves = repack(sequence)
    expect(moves.from).toHaveLength(18)
    expect(sequence.relocate(moves)).toBe(1)
    expect(sequence.slots).toEqual(upTo(20))
  })
  it('frees one block with hole-filling that copies 3 slots: tokens 20, 22 and 23 move to the slots of 2, 9 and 13', () => {
    const sequence = toy()
    const moves = holeFill(sequence, 17)
    expect(moves).toEqual({ from: [20, 22, 23], to: [2, 9, 13] })
    expect(sequence.relocate(moves)).toBe(1)
    expect(sequence.positions).toEqual([0, 1, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 22, 23])
    expect(sequence.slots[sequence.positions.indexOf(20)]).toBe(2)
    expect(sequence.nextPosition).toBe(24)
  })
})

describe('with shared blocks,', () => {
  it('a second sequence with the same start reuses the full blocks, but never its last token', () => {
    const pool = new BlockPool(20, 4)
    const first = filled(pool, upTo(12))
    first.rememberPrefix()
    const second = new PagedSequence(pool)
    expect(second.reusePrefix([...upTo(9), 99, 98, 97, 96])).toBe(8)
    expect(second.blocks).toEqual(first.blocks.slice(0, 2))
    expect(new PagedSequence(pool).reusePrefix(upTo(12))).toBe(8)
    expect(new PagedSequence(pool).reusePrefix([77, ...upTo(11, 1), 5])).toBe(0)
  })
  it('a block is found after its last reference is gone, until another sequence takes it', () => {
    const pool = new BlockPool(3, 4)
    const first = filled(pool, upTo(9))
    first.rememberPrefix()
    first.clear()
    expect(pool.freeBlocks).toBe(3)
    const again = filled(pool, upTo(9))
    expect(again.blocks.slice(0, 2)).toEqual([0, 1])
    again.clear()
    const other = filled(pool, upTo(4, 50))
    expect(other.blocks).toEqual([2])
    expect(new PagedSequence(pool).reusePrefix(upTo(9))).toBe(8)
  })
  it('a block is no longer found once all blocks have been taken', () => {
    const pool = new BlockPool(3, 4)
    const first = filled(pool, upTo(9))
    first.rememberPrefix()
    first.clear()
    filled(pool, upTo(12, 50))
    expect(new PagedSequence(pool).reusePrefix(upTo(9))).toBe(0)
  })
  it('a fork shares every block, and copies the last one when it writes', () => {
    const pool = new BlockPool(5, 4)
    const first = filled(pool, upTo(6))
    const second = first.fork()
    expect(poolGauges(pool, [first, second])).toMatchObject({ freeBlocks: 3, sharedBlocks: 2, tokenSlots: 6 })
    expect(second.append([60])).toEqual({ from: [4, 5], to: [8, 9] })
    expect(second.blocks).toEqual([0, 2])
    expect(first.slots).toEqual(upTo(6))
    expect([...pool.references]).toEqual([2, 1, 1, 0, 0])
    expect(first.append([70])).toEqual({ from: [], to: [] })
  })
  it('a shared block is never moved, and is not freed while another table points to it', () => {
    const pool = new BlockPool(10, 4)
    const first = filled(pool, upTo(8))
    const second = first.fork()
    second.append(upTo(8, 8))
    second.keep(upTo(16).filter((i) => ![1, 2, 5, 9, 10, 13].includes(i)))
    const moves = repack(second)
    expect(moves.from.every((slot) => slot >= 8) && moves.to.every((slot) => slot >= 8)).toBe(true)
    expect(second.relocate(moves)).toBe(0)
    expect(second.slots).toEqual([0, 3, 4, 6, 7, 8, 9, 10, 11, 12])
    expect(holeFill(second, 8).to).toEqual([])
    second.keep([8, 9])
    expect([...pool.references.subarray(0, 2)]).toEqual([1, 1])
    expect(first.slots).toEqual(upTo(8))
  })
  it('a block whose cells were moved is not found by its former tokens', () => {
    const pool = new BlockPool(10, 4)
    const sequence = filled(pool, upTo(12))
    sequence.rememberPrefix()
    sequence.keep(upTo(12).filter((i) => i % 2 === 0))
    sequence.relocate(repack(sequence))
    expect(new PagedSequence(pool).reusePrefix(upTo(12))).toBe(0)
    sequence.rememberPrefix()
    expect(new PagedSequence(pool).reusePrefix(upTo(12))).toBe(0)
  })
})

it('the next position stays the same when the newest cell is evicted', () => {
  const sequence = filled(new BlockPool(10, 4), upTo(8))
  sequence.keep(upTo(7))
  sequence.append([99])
  expect(sequence.positions.at(-1)).toBe(8)
  expect(sequence.fork().nextPosition).toBe(9)
  sequence.clear()
  expect(sequence.nextPosition).toBe(0)
})

it('a block whose last slot was evicted and reused is not found by its former tokens', () => {
  const pool = new BlockPool(10, 4)
  const sequence = filled(pool, upTo(8))
  sequence.rememberPrefix()
  // Token 7 is evicted, and the next token takes its slot.
  sequence.keep(upTo(7))
  expect(pool.find(noParent, upTo(4))).toBe(0)
  sequence.append([99])
  expect(sequence.slots.at(-1)).toBe(7)
  expect(new PagedSequence(pool).reusePrefix(upTo(9))).toBe(4)
})

describe('filling holes from the end', () => {
  it('moves the cells after the first 20 slots into the holes among those slots if 20 of 24 tokens survive', () => {
    const sequence = filled(new BlockPool(6, 4), upTo(24))
    sequence.keep(upTo(24).filter((i) => ![2, 9, 13, 21].includes(i)))
    const moves = fillFromEnd(sequence)
    expect(moves).toEqual({ from: [20, 22, 23], to: [2, 9, 13] })
    expect(sequence.relocate(moves)).toBe(1)
    expect(fillFromEnd(sequence)).toEqual({ from: [], to: [] })
  })
  it('frees 900 blocks with 1,440 copies if every tenth of 16,000 tokens survives, whereas a repack needs 1,599 copies', () => {
    const { sequence } = large()
    sequence.keep(upTo(1600).map((i) => 10 * i))
    const moves = fillFromEnd(sequence)
    expect(moves.from).toHaveLength(1440)
    expect(sequence.relocate(moves)).toBe(900)
  })
  it('moves no cell of a shared block', () => {
    const sequence = filled(new BlockPool(10, 4), upTo(8))
    const other = sequence.fork()
    other.append(upTo(8, 8))
    other.keep([0, 5, 9, 14, 15])
    const moves = fillFromEnd(other)
    expect(moves).toEqual({ from: [14, 15], to: [8, 10] })
    expect(other.relocate(moves)).toBe(1)
    expect(sequence.slots).toEqual(upTo(8))
  })
})

describe('a pool of blocks', () => {
  it('throws PoolExhausted when no block is free', () => {
    const pool = new BlockPool(2, 4)
    expect(() => filled(pool, upTo(9))).toThrow(PoolExhausted)
  })
  it('refuses to release a block twice', () => {
    const pool = new BlockPool(2, 4)
    expect(() => pool.release(0)).toThrow('Expected block 0 to be in use, got no reference to it')
  })
  it('refuses blocks larger than 256 tokens or the context', () => {
    const codeOf = (blockTokens: number, contextTokens: number) => {
      try {
        checkBlockTokens(blockTokens, contextTokens)
      } catch (error) {
        return failureOf(error)?.code
      }
    }
    expect([codeOf(256, 2048), codeOf(257, 2048), codeOf(128, 100)]).toEqual([undefined, 'lab-block-too-large', 'lab-block-too-large'])
  })
})
