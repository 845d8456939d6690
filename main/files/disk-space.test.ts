import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { coded, failureOf } from '../../core/contract/errors/coded-error'
import { asDiskFull, assertRoom, freeBytesIn } from './disk-space'

const refuse = (facts: { neededBytes: number; freeBytes: number }) => coded('not-enough-disk', { path: 'm.gguf', ...facts })

describe('assertRoom', () => {
  it('refuses a file that would leave no room for messages', async () => {
    const freeBytes = await freeBytesIn(tmpdir())
    // Would leave 32 MiB instead of 64 MiB, in case other processes free space meanwhile.
    const failure = failureOf(await assertRoom(tmpdir(), freeBytes - 32 * 2 ** 20, refuse).catch((error: unknown) => error))
    expect(failure).toMatchObject({ code: 'not-enough-disk', facts: { neededBytes: freeBytes + 32 * 2 ** 20 } })
  })
  it('accepts a file that fits', async () => {
    await expect(assertRoom(tmpdir(), 1000, refuse)).resolves.toBeUndefined()
  })
})

describe('asDiskFull', () => {
  it.skipIf(!existsSync('/dev/full'))('turns the error of a full disk into a failure with the path', () => {
    let error: unknown
    try {
      writeFileSync('/dev/full', 'x')
    } catch (thrown) {
      error = thrown
    }
    expect(failureOf(asDiskFull(error, '/data'))).toEqual({ code: 'disk-full', facts: { path: '/data' } })
  })
  it('returns other errors unchanged', () => {
    const error = new Error('the cable was pulled')
    expect(asDiskFull(error, '/data')).toBe(error)
  })
})
