import { describe, expect, it } from 'vitest'
import { elementTypes } from '../../core/lab/elements/codec'
import type { CacheShape } from '../../core/lab/shape'
import { seededRandom } from '../../core/stats/seeded-random'
import { ContiguousCache } from './contiguous-cache'
import { GrowingCache } from './growing-cache'
import { KiviCache } from './kivi-cache'
import type { KvCache } from './kv-cache'

const shape: CacheShape = { layers: 2, sequences: 2, kvHeads: 2, cells: 96, headDim: 32 }
const row = shape.kvHeads * shape.headDim
const random = seededRandom(3)
const noise = (count: number) => Float32Array.from({ length: count }, () => random() - 0.5)
const upTo = (count: number, first = 0) => Int32Array.from({ length: count }, (_, i) => first + i)
const tokens = 70
const keys = noise(tokens * row)
const values = noise(tokens * row)
const rowOf = (rows: Float32Array, t: number, head: number) =>
  rows.slice(t * row + head * shape.headDim, t * row + (head + 1) * shape.headDim)

function fill<Cache extends KvCache>(cache: Cache): Cache {
  cache.insert(1, 1, upTo(50), keys.subarray(0, 50 * row), values.subarray(0, 50 * row))
  for (let t = 50; t < tokens; t++)
    cache.insert(1, 1, upTo(1, t), keys.subarray(t * row, (t + 1) * row), values.subarray(t * row, (t + 1) * row))
  return cache
}

describe.each([
  ['pre-allocated', () => new ContiguousCache(shape)],
  ['grown by concatenation', () => new GrowingCache(shape)],
])('a cache that is %s', (_, make) => {
  it('returns the inserted keys and values of one head, in order', () => {
    const cache = fill(make())
    expect(cache.used(1, 1, 0)).toBe(tokens)
    expect(cache.positions(1, 1, 1)).toEqual(upTo(tokens))
    expect(cache.keys(1, 1, 1, 60, 1)).toEqual(rowOf(keys, 60, 1))
    expect(cache.values(1, 1, 0, 3, 2)).toEqual(Float32Array.of(...rowOf(values, 3, 0), ...rowOf(values, 4, 0)))
  })
  it('keeps layers and sequences separate, and can reset one sequence', () => {
    const cache = fill(make())
    cache.insert(1, 0, upTo(1), keys.subarray(0, row), values.subarray(0, row))
    expect([cache.used(0, 1, 0), cache.used(1, 0, 0), cache.used(1, 1, 0)]).toEqual([0, 1, tokens])
    cache.reset(1)
    expect([cache.used(1, 0, 0), cache.used(1, 1, 0)]).toEqual([1, 0])
  })
})

describe('a cache that grows by concatenation', () => {
  it('copies all its cells at each step: for 20 steps after 50 cells, it copies 20 x 50 + 190 cells of two heads', () => {
    const cache = fill(new GrowingCache(shape))
    // 0 + 1 + ... + 19 = 190. A cell of one head is K and V: 2 x 32 x 4 bytes.
    expect(cache.copiedBytes).toBe((20 * 50 + 190) * 2 * 256)
    expect(cache.allocatedBytes).toBe(tokens * 2 * 256)
  })
})

describe('the pre-allocated cache', () => {
  it('allocates all its memory in advance: layers x sequences x heads x cells x (K + V)', () => {
    const cells = 2 * 2 * 2 * 96
    expect(new ContiguousCache(shape).allocatedBytes).toBe(cells * 2 * 32 * 4)
    expect(new ContiguousCache(shape, { keyType: 'q8_0', valueType: 'q4_0' }).allocatedBytes).toBe(cells * (34 + 18))
  })
  it('refuses a token that does not fit in its cells', () => {
    expect(() => new ContiguousCache(shape).insert(0, 0, upTo(97), noise(97 * row), noise(97 * row))).toThrow(
      'Expected 97 free cells, got 96 of 96',
    )
  })
  it.each(elementTypes)('copies a prefilled sequence into each of its sequences, bit for bit: %s', (type) => {
    const types = { keyType: type, valueType: type }
    const prefilled = new ContiguousCache({ ...shape, sequences: 1 }, types)
    for (const layer of [0, 1]) prefilled.insert(layer, 0, upTo(tokens), keys, values)
    const cache = new ContiguousCache({ ...shape, sequences: 3, cells: 80 }, types)
    cache.cloneFrom(prefilled)
    for (const sequence of [0, 1, 2]) {
      expect(cache.positions(1, sequence, 1)).toEqual(upTo(tokens))
      expect(cache.keys(1, sequence, 1, 0, tokens)).toEqual(prefilled.keys(1, 0, 1, 0, tokens))
      expect(cache.values(0, sequence, 0, 0, tokens)).toEqual(prefilled.values(0, 0, 0, 0, tokens))
    }
    cache.insert(0, 1, upTo(1, tokens), keys, values)
    expect([0, 1, 2].map((sequence) => cache.used(0, sequence, 0))).toEqual([tokens, tokens + 1, tokens])
  })
  it('keeps the surviving tokens of one head, in order, with their positions', () => {
    const cache = fill(new ContiguousCache(shape, { keyType: 'f16', valueType: 'q8_0' }))
    const [before, other] = [cache.keys(1, 1, 0, 69, 1).slice(), cache.values(1, 1, 1, 0, tokens).slice()]
    cache.keep(1, 1, 0, Int32Array.of(0, 1, 40, 69))
    expect([...cache.positions(1, 1, 0)]).toEqual([0, 1, 40, 69])
    expect(cache.keys(1, 1, 0, 3, 1)).toEqual(before)
    expect(cache.values(1, 1, 1, 0, tokens)).toEqual(other)
    cache.insert(1, 1, upTo(1, 70), keys, values)
    expect([...cache.positions(1, 1, 0)]).toEqual([0, 1, 40, 69, 70])
  })
})

/**
 * After attention reads a prompt of n tokens, KIVI packs all but the last n % R keys and all but the last R values. Then it packs R keys at
 * a time, and values one by one.
 */
describe('the KIVI cache', () => {
  /** Counts the cells whose rows differ from the inserted rows. */
  const changed = (cache: KiviCache, used: number) => {
    const differs = (read: Float32Array, all: Float32Array) =>
      upTo(used).filter((cell) => rowOf(all, cell, 1).some((value, d) => value !== read[cell * 32 + d]))
    return { keys: differs(cache.keys(1, 1, 1, 0, used), keys).length, values: differs(cache.values(1, 1, 1, 0, used), values).length }
  }
  const insert = (cache: KiviCache, first: number, count: number) =>
    cache.insert(
      1,
      1,
      upTo(count, first),
      keys.subarray(first * row, (first + count) * row),
      values.subarray(first * row, (first + count) * row),
    )

  it('with a residual of 32 returns a prompt of 69 tokens unpacked, and packs 64 keys and 37 values before the next token', () => {
    const cache = new KiviCache(shape, 32)
    insert(cache, 0, 69)
    expect(changed(cache, 69)).toEqual({ keys: 0, values: 0 })
    insert(cache, 69, 1)
    expect(changed(cache, 70)).toEqual({ keys: 64, values: 37 })
    expect(cache.positions(1, 1, 0)).toEqual(upTo(70))
  })
  it('packs keys only in whole residuals of 32: 32 keys after 64 tokens, and 64 keys after 65 tokens', () => {
    const cache = new KiviCache(shape, 32)
    for (let t = 0; t < 64; t++) insert(cache, t, 1)
    expect(changed(cache, 64)).toEqual({ keys: 32, values: 31 })
    insert(cache, 64, 1)
    expect(changed(cache, 65)).toEqual({ keys: 64, values: 32 })
  })
  it('packs none of 70 tokens with a residual of 128', () => {
    const cache = new KiviCache(shape, 128)
    insert(cache, 0, 69)
    insert(cache, 69, 1)
    expect(changed(cache, 70)).toEqual({ keys: 0, values: 0 })
  })
  it('has an error of at most a sixth of a group’s range, wherever a read starts', () => {
    const cache = new KiviCache(shape, 32)
    insert(cache, 0, 69)
    insert(cache, 69, 1)
    const [readKeys, readValues] = [cache.keys(1, 1, 1, 10, 60), cache.values(1, 1, 1, 10, 60)]
    for (let cell = 10; cell < 70; cell++) {
      const worst = (read: Float32Array, all: Float32Array) =>
        Math.max(...rowOf(all, cell, 1).map((value, d) => Math.abs(value - (read[(cell - 10) * 32 + d] as number))))
      // The noise spans at most 1.
      expect(worst(readKeys, keys)).toBeLessThanOrEqual(cell < 64 ? 1 / 6 + 0.002 : 0)
      expect(worst(readValues, values)).toBeLessThanOrEqual(cell < 37 ? 1 / 6 + 0.002 : 0)
    }
  })
  it('can also pack keys by token: with a residual of 32 it packs 37 of 69 keys, with an error of at most half a quantization step', () => {
    const cache = new KiviCache(shape, 32, { by: 'token', bits: 4 })
    insert(cache, 0, 69)
    insert(cache, 69, 1)
    expect(changed(cache, 70)).toEqual({ keys: 37, values: 37 })
    const read = cache.keys(1, 1, 1, 5, 65)
    for (let cell = 5; cell < 70; cell++) {
      const own = rowOf(keys, cell, 1)
      const range = Math.max(...own) - Math.min(...own)
      const worst = Math.max(...own.map((value, d) => Math.abs(value - (read[(cell - 5) * 32 + d] as number))))
      expect(worst).toBeLessThanOrEqual(cell < 37 ? range / 30 + 0.002 : 0)
    }
    expect(cache.packedBytes).toBe((8 * 96 * 64 * 5) / 8)
  })
  it('with a residual of 0 packs every value before the next token, and keys as soon as a group has 32 tokens', () => {
    const cache = new KiviCache(shape, 0)
    insert(cache, 0, 69)
    insert(cache, 69, 1)
    expect(changed(cache, 70)).toEqual({ keys: 64, values: 69 })
    expect(cache.allocatedBytes - cache.packedBytes).toBe(8 * 32 * 32 * 4)
  })
  it('takes no more unpacked rows than it has cells, even with a residual of 1,024', () => {
    const cache = new KiviCache(shape, 1024)
    expect(cache.allocatedBytes - cache.packedBytes).toBe(8 * 2 * 96 * 32 * 4)
  })
  it('takes 3 bits per packed element, plus a residual of 32 or 64 cells in f32', () => {
    for (const residual of [32, 64]) {
      const cache = new KiviCache(shape, residual)
      expect(cache.packedBytes).toBe((8 * 96 * 64 * 3) / 8)
      expect(cache.allocatedBytes).toBe(8 * ((96 * 64 * 3) / 8 + residual * 64 * 4))
    }
  })
})
