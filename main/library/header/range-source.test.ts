import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../core/contract/errors/errors'
import type { AnswerProblem } from '../../../core/contract/errors/server-reasons'
import { describeFailure } from '../../../core/copy/failures'
import type { Faults } from '../testing/bad-server'
import { failure, failureIn, good, large, mib, read, readAt, serve, server, small } from '../testing/read-from-bad-server'

describe('a response that ends too soon', () => {
  it('is resumed at the position where it ended', async () => {
    for (const fault of [{ cutAfterBytes: 700_000 }, { endAfterBytes: 700_000 }]) {
      const { reading, traffic } = await read(large, fault)
      expect(reading).toMatchObject(good)
      expect(traffic.requests).toBeGreaterThan(7)
      await server?.close()
    }
  })

  it('is reported after three tries without a new byte', async () => {
    for (const fault of [{ cutAfterBytes: 0 }, { endAfterBytes: 0 }]) {
      expect(['download-cut-off', 'url-unreachable']).toContain((await failure(large, fault)).code)
      expect(server?.requests).toHaveLength(3)
      await server?.close()
    }
  })

  it('is accepted if the server announces the shorter range', async () => {
    const { reading, traffic } = await read(large, { partBytes: 300_000 })
    expect(reading).toMatchObject(good)
    expect(traffic.requests).toBeLessThan(25)
  })

  it('is reported after too many requests', async () => {
    expect(await failure(large, { partBytes: 1000 })).toMatchObject({
      code: 'server-answer-invalid',
      facts: { reason: { kind: 'too-many-requests', limit: 128 } },
    })
  })
})

describe('a Content-Range header', () => {
  const lying = async (contentRange: NonNullable<Faults['contentRange']>, code: Failure['code'], kind: AnswerProblem['kind']) => {
    expect(await failure(large, { contentRange })).toMatchObject({ code, facts: { reason: { kind } } })
    await server?.close()
  }

  it('is refused if its offset is wrong, in the first response and in later ones', async () => {
    const kind = 'other-range'
    await lying((start, last, size) => `bytes ${start + 1}-${last}/${size}`, 'server-answer-invalid', kind)
    await lying(
      (_, last, size, request) => (request === 1 ? `bytes 0-${last}/${size}` : `bytes 0-${mib - 1}/${size}`),
      'server-answer-invalid',
      kind,
    )
  })

  it('is refused if it is malformed', async () => {
    const without = 'range-unnamed'
    for (const header of [
      undefined,
      'bytes 0-5',
      'items 0-5/10',
      'bytes 5-2/10',
      'bytes 0-99/50',
      'bytes 0-5/99999999999999999',
      'bytes -1-5/10',
    ])
      await lying(() => header, 'server-answer-invalid', without)
    await lying(
      (start, last, size, request) => (request === 1 ? `bytes ${start}-${last}/${size}` : undefined),
      'server-answer-invalid',
      without,
    )
  })

  it('may omit the length in later responses, but not in the first', async () => {
    await lying((start, last) => `bytes ${start}-${last}/*`, 'server-answer-invalid', 'size-unnamed')
    const contentRange = (start: number, last: number, size: number, request: number) =>
      `bytes ${start}-${last}/${request === 1 ? size : '*'}`
    expect((await read(large, { contentRange })).reading).toMatchObject(good)
  })

  it('gives the file’s length, which the check of the last tensor uses', async () => {
    const contentRange = (start: number, last: number) => `bytes ${start}-${last}/${2 ** 40}`
    expect((await read(small, { contentRange })).reading).toMatchObject(good)
  })
})

describe('a file that changes between two requests', () => {
  it('is detected by its length, ETag or date', async () => {
    const changes: readonly [Faults, object][] = [
      [{ contentRange: (start, last, size, request) => `bytes ${start}-${last}/${size + request}` }, { kind: 'size' }],
      [{ headers: (request) => ({ etag: `"${request}"` }) }, { kind: 'etag', before: '"1"', now: '"2"' }],
      [{ headers: (request) => ({ 'last-modified': `Thu, 01 Jan 1970 00:00:0${request} GMT` }) }, { kind: 'last-modified' }],
    ]
    for (const [faults, change] of changes) {
      const found = await failure(large, faults)
      expect(found).toMatchObject({ code: 'download-changed', facts: { change } })
      expect(describeFailure(found)).toContain('Try again. The download starts from the beginning.')
      await server?.close()
    }
  })

  it('is detected if it has become too short', async () => {
    const files = new Map([['m.gguf', large]])
    const onRequest = (request: number) => {
      if (request === 2) files.set('m.gguf', small.subarray(0, 100))
      return undefined
    }
    const own = await serve(files, { onRequest })
    expect(await failureIn(readAt(own.url('m.gguf')))).toMatchObject({
      code: 'download-changed',
      facts: { change: { kind: 'shorter' } },
    })
  })
})

it('a later response may omit the ETag, but must contain a range', async () => {
  const headers = (request: number) => (request === 1 ? { etag: '"1"' } : {})
  expect((await read(large, { headers })).reading).toMatchObject(good)
  await server?.close()
  const faults: { noRanges?: boolean } = {}
  const own = await serve(
    new Map([['m.gguf', large]]),
    Object.assign(faults, {
      onRequest: (request: number) => {
        faults.noRanges = request > 1
        return undefined
      },
    }),
  )
  expect(await failureIn(readAt(own.url('m.gguf')))).toMatchObject({ code: 'server-answer-invalid' })
})
