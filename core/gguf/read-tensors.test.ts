import { describe, expect, it } from 'vitest'
import { headerOf, malformed, padding, readBytes, start, tensor, text, u32 } from './testing/header-bytes'

describe('a tensor', () => {
  const one = (name: string | readonly number[], shape: readonly (number | bigint)[], type = 0, offset: number | bigint = 0) =>
    readBytes(start(1, 0), tensor(name, shape, type, offset), padding)

  it('has up to four dimensions, or none if it is a scalar', async () => {
    expect((await headerOf(one('scalar', []))).tensors[0]).toMatchObject({ shape: [], bytes: 4 })
    expect((await headerOf(one('four', [2, 3, 4, 5]))).tensors[0]).toMatchObject({ shape: [2, 3, 4, 5], bytes: 480 })
    expect(await one('five', [1, 1, 1, 1, 1])).toMatchObject(malformed({ kind: 'tensor-dimensions', tensor: 'five', dimensions: 5 }))
    expect(await readBytes(start(1, 0), text('t'), u32(0xffffffff), padding)).toMatchObject(
      malformed({ kind: 'tensor-dimensions', tensor: 't', dimensions: 4294967295 }),
    )
  })

  it('may be empty in any dimension', async () => {
    expect((await headerOf(one('t', [0]))).tensors[0]).toMatchObject({ bytes: 0 })
    expect((await headerOf(one('t', [2n ** 40n, 2n ** 40n, 0]))).tensors[0]).toMatchObject({ bytes: 0 })
  })

  it('must not have more elements than a double can count exactly', async () => {
    expect(await one('t', [2n ** 32n, 2n ** 32n])).toMatchObject(
      malformed({ kind: 'tensor-shape', tensor: 't', shape: [4294967296, 4294967296] }),
    )
    expect(await one('t', [-1])).toMatchObject(malformed({ kind: 'tensor-shape', tensor: 't', shape: [null] }))
    expect(await one('t', [2n ** 63n, 0])).toMatchObject(malformed({ kind: 'tensor-shape', tensor: 't', shape: [null, 0] }))
    expect(await one('t', [2n ** 52n])).toMatchObject(malformed({ kind: 'tensor-size', tensor: 't', bytes: 18014398509481984 }))
  })

  it('must have rows of whole blocks', async () => {
    expect((await headerOf(one('t', [64, 3], 8))).tensors[0]).toMatchObject({ bytes: 204 })
    expect(await one('t', [48, 2], 8)).toMatchObject(
      malformed({ kind: 'tensor-rows', tensor: 't', rowElements: 48, typeName: 'q8_0', blockElements: 32 }),
    )
    expect(await one('t', [], 8)).toMatchObject(
      malformed({ kind: 'tensor-rows', tensor: 't', rowElements: 1, typeName: 'q8_0', blockElements: 32 }),
    )
  })

  it('must have a known type', async () => {
    for (const type of [4, 5, 31, 36, 43, 2 ** 31, 2 ** 32 - 1])
      expect(await one('t', [256], type)).toMatchObject(malformed({ kind: 'tensor-type', tensor: 't', type }))
  })

  it('must start at the end of the previous tensor, rounded up to the alignment', async () => {
    const two = (offset: number | bigint) => readBytes(start(2, 0), tensor('a', [9]), tensor('b', [1], 0, offset), padding, padding)
    // 9 x 4 = 36 bytes
    expect((await headerOf(two(64))).tensors[1]).toMatchObject({ name: 'b', offsetBytes: 64 })
    expect(await two(36)).toMatchObject(malformed({ kind: 'tensor-start', tensor: 'b', startByte: 36, expectedByte: 64 }))
    expect(await two(-1)).toMatchObject(malformed({ kind: 'tensor-start', tensor: 'b', startByte: null, expectedByte: 64 }))
    expect(await one('a', [1], 0, 32)).toMatchObject(malformed({ kind: 'tensor-start', tensor: 'a', startByte: 32, expectedByte: 0 }))
  })

  it('must not end beyond the exact range of a double', async () => {
    const half = 2n ** 50n
    // Twice 2^50 x 4 bytes = 2^53.
    expect(await readBytes(start(2, 0), tensor('a', [half]), tensor('b', [half], 0, 2n ** 52n), padding)).toMatchObject(
      malformed({ kind: 'tensor-end', tensor: 'b' }),
    )
  })

  it('must have a unique name of less than 64 bytes', async () => {
    expect((await headerOf(one('n'.repeat(63), [1]))).tensors[0]?.name).toHaveLength(63)
    expect(await one('n'.repeat(64), [1])).toMatchObject(malformed({ kind: 'tensor-name-length', index: 0, bytes: 64 }))
    expect(await readBytes(start(2, 0), tensor('a', [1]), tensor('a', [1], 0, 32), padding)).toMatchObject(
      malformed({ kind: 'tensor-twice', tensor: 'a' }),
    )
  })

  it('has a name that ends before the first zero byte', async () => {
    expect((await headerOf(one('a\0b', [1]))).tensors[0]?.name).toBe('a')
    expect(await readBytes(start(2, 0), tensor('a\0b', [1]), tensor('a\0c', [1], 0, 32), padding)).toMatchObject(
      malformed({ kind: 'tensor-twice', tensor: 'a' }),
    )
  })

  it('may have a name in invalid UTF-8, whose length is counted in the file’s bytes', async () => {
    expect((await headerOf(one(new Array(40).fill(0xff), [1]))).tensors[0]?.name).toBe('\ufffd'.repeat(40))
  })
})
