import { describe, expect, it } from 'vitest'
import { headerOf, malformed, padding, readBytes, start, tensor, text, u32 } from './testing/header-bytes'

describe('a tensor', () => {
  const one = (name: string | readonly number[], shape: readonly (number | bigint)[], type = 0, offset: number | bigint = 0) =>
    readBytes(start(1, 0), tensor(name, shape, type, offset), padding)

  it('has up to four dimensions, none for a scalar', async () => {
    expect((await headerOf(one('scalar', []))).tensors[0]).toMatchObject({ shape: [], bytes: 4 })
    expect((await headerOf(one('four', [2, 3, 4, 5]))).tensors[0]).toMatchObject({ shape: [2, 3, 4, 5], bytes: 480 })
    expect(await one('five', [1, 1, 1, 1, 1])).toMatchObject(malformed('tensor five has 5 dimensions'))
    expect(await readBytes(start(1, 0), text('t'), u32(0xffffffff), padding)).toMatchObject(malformed('tensor t has 4294967295 dimensions'))
  })

  it('may be empty in any dimension', async () => {
    expect((await headerOf(one('t', [0]))).tensors[0]).toMatchObject({ bytes: 0 })
    expect((await headerOf(one('t', [2n ** 40n, 2n ** 40n, 0]))).tensors[0]).toMatchObject({ bytes: 0 })
  })

  it('must not have more elements than a double can count', async () => {
    expect(await one('t', [2n ** 32n, 2n ** 32n])).toMatchObject(malformed('tensor t has the shape 4294967296 x 4294967296'))
    expect(await one('t', [-1])).toMatchObject(malformed('tensor t has the shape more than 2^53'))
    expect(await one('t', [2n ** 63n, 0])).toMatchObject(malformed('tensor t has the shape more than 2^53 x 0'))
    expect(await one('t', [2n ** 52n])).toMatchObject(malformed('tensor t has 18014398509481984 bytes'))
  })

  it('must have rows of whole blocks', async () => {
    // q8_0 packs 32 elements into 34 bytes.
    expect((await headerOf(one('t', [64, 3], 8))).tensors[0]).toMatchObject({ bytes: 204 })
    expect(await one('t', [48, 2], 8)).toMatchObject(malformed('tensor t has rows of 48 elements, which q8_0 cannot pack (blocks of 32)'))
    expect(await one('t', [], 8)).toMatchObject(malformed('tensor t has rows of 1 elements, which q8_0 cannot pack (blocks of 32)'))
  })

  it('must have a known type', async () => {
    for (const type of [4, 5, 31, 36, 43, 2 ** 31, 2 ** 32 - 1])
      expect(await one('t', [256], type)).toMatchObject(malformed(`tensor t has type ${type}`))
  })

  it('must start at the end of the one before, rounded up to the alignment', async () => {
    const two = (offset: number | bigint) => readBytes(start(2, 0), tensor('a', [9]), tensor('b', [1], 0, offset), padding, padding)
    // 9 x 4 = 36 bytes, so the second tensor begins at 64.
    expect((await headerOf(two(64))).tensors[1]).toMatchObject({ name: 'b', offsetBytes: 64 })
    expect(await two(36)).toMatchObject(malformed('tensor b starts at 36, expected 64'))
    expect(await two(-1)).toMatchObject(malformed('tensor b starts at more than 2^53, expected 64'))
    expect(await one('a', [1], 0, 32)).toMatchObject(malformed('tensor a starts at 32, expected 0'))
  })

  it('must not end beyond what a double can count', async () => {
    const half = 2n ** 50n
    // Twice 2^50 x 4 bytes = 2^53.
    expect(await readBytes(start(2, 0), tensor('a', [half]), tensor('b', [half], 0, 2n ** 52n), padding)).toMatchObject(
      malformed('tensor b ends beyond 2^53'),
    )
  })

  it('must have a unique name of less than 64 bytes', async () => {
    expect((await headerOf(one('n'.repeat(63), [1]))).tensors[0]?.name).toHaveLength(63)
    expect(await one('n'.repeat(64), [1])).toMatchObject(malformed('tensor 0 has a name of 64 bytes'))
    expect(await readBytes(start(2, 0), tensor('a', [1]), tensor('a', [1], 0, 32), padding)).toMatchObject(
      malformed('tensor a appears twice'),
    )
  })

  it('is named by the part before a zero byte', async () => {
    expect((await headerOf(one('a\0b', [1]))).tensors[0]?.name).toBe('a')
    expect(await readBytes(start(2, 0), tensor('a\0b', [1]), tensor('a\0c', [1], 0, 32), padding)).toMatchObject(
      malformed('tensor a appears twice'),
    )
  })

  it('may have a name in invalid UTF-8, which is compared by its bytes', async () => {
    // Each of the 40 bytes becomes a character of 3 bytes.
    expect((await headerOf(one(new Array(40).fill(0xff), [1]))).tensors[0]?.name).toBe('\ufffd'.repeat(40))
  })
})
