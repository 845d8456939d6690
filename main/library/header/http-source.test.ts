import { describe, expect, it } from 'vitest'
import { writeGgufHeader } from '../../../core/gguf/testing/write-gguf'
import { modelUrl } from '../network/remote-url'
import type { Faults } from '../testing/bad-server'
import { failure, good, large, mib, quick, read, serve, server, small } from '../testing/read-from-bad-server'
import { withHttpSource } from './http-source'

describe('the header of a remote file', () => {
  it('is read from the first MiB if it fits', async () => {
    const { reading, traffic } = await read(small)
    expect(reading).toMatchObject(good)
    expect(traffic).toEqual({ requests: 1, fetchedBytes: mib })
    expect(server?.requests[0]?.headers.range).toBe('bytes=0-1048575')
  })

  it('is read from the whole file if the file is shorter than 1 MiB', async () => {
    const { reading, traffic } = await read(small.subarray(0, 4096))
    expect(reading).toMatchObject(good)
    expect(traffic).toEqual({ requests: 1, fetchedBytes: 4096 })
  })

  it('needs few requests if it is long, and little more than its own bytes are transferred', async () => {
    const { reading, traffic } = await read(large)
    expect(reading).toMatchObject(good)
    const { dataOffset } = reading.ok ? reading.header : { dataOffset: 0 }
    expect(traffic.requests).toBe(4)
    expect(traffic.fetchedBytes).toBeLessThanOrEqual(mib + 1.3 * dataOffset)
    expect(server?.sentBytes).toBe(traffic.fetchedBytes)
  })

  it('is the same as the header of the file on disk, wherever the requests split it', async () => {
    for (const firstChunkBytes of [1000, 4097, 65_537]) {
      const { reading, traffic } = await read(large, {}, { firstChunkBytes })
      expect(reading).toMatchObject(good)
      expect(reading.ok && reading.header.metadata.get('last')).toBe(7)
      expect(reading.ok && traffic.fetchedBytes <= firstChunkBytes + 70_000 + 1.3 * reading.header.dataOffset).toBe(true)
      await server?.close()
    }
  })

  it('is transferred without the bytes that the reader skips', async () => {
    const numbers = Array.from({ length: mib / 2 }, () => 0)
    const { bytes } = writeGgufHeader({ metadata: [['scores', 'arr', 'f64', numbers]], tensors: [] })
    const { reading, traffic } = await read(bytes)
    expect(reading).toMatchObject({ ok: true })
    expect(traffic.fetchedBytes).toBe(mib)
  })

  it('is read over connections that are reused', async () => {
    await read(large)
    expect(server?.requests).toHaveLength(4)
    expect(new Set(server?.requests.map(({ socket }) => socket.remotePort)).size).toBeLessThan(4)
  })

  it('is refused if the file is empty, cut off or not a model', async () => {
    expect((await read(new Uint8Array(0))).reading).toEqual({ ok: false, code: 'gguf-truncated', facts: { neededBytes: 24, sizeBytes: 0 } })
    await server?.close()
    expect((await read(large.subarray(0, 2 * mib))).reading).toMatchObject({ code: 'gguf-truncated' })
    await server?.close()
    expect((await read(new TextEncoder().encode('<html>sign in</html>'))).reading).toMatchObject({ code: 'gguf-not-a-model' })
  })
})

describe('a server without range support', () => {
  it('sends the file from the start until the header ends, and then the connection closes', async () => {
    const { reading, traffic } = await read(large, { noRanges: true })
    expect(reading).toMatchObject(good)
    expect(traffic.requests).toBe(1)
    expect(traffic.fetchedBytes).toBeLessThan(7 * mib)
    await server?.settled()
    expect(server?.aborted).toBe(1)
    expect(server?.sentBytes).toBeLessThan(large.length)
  })

  it('may send chunks of a few bytes', async () => {
    const { reading } = await read(small.subarray(0, 1200), { noRanges: true, dripMs: 0 })
    expect(reading).toMatchObject(good)
  })

  it('is refused if it does not send the file’s length', async () => {
    expect(await failure(small, { noRanges: true, noLength: true })).toMatchObject({
      code: 'server-answer-invalid',
      facts: { reason: { kind: 'size-unnamed' } },
    })
  })

  it('is refused if the reader would have to skip gigabytes', async () => {
    const { bytes } = writeGgufHeader({ metadata: [], tensors: [] })
    const head = new Uint8Array(64 * mib)
    head.set(bytes)
    new DataView(head.buffer).setBigUint64(16, 2n, true)
    head.set([1, 0, 0, 0, 0, 0, 0, 0, 0x6b, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0], 24)
    const outcome = failure(head, { noRanges: true, headers: () => ({ 'content-length': String(2 ** 31) }) })
    expect(await outcome).toMatchObject({ code: 'server-answer-invalid', facts: { reason: { kind: 'no-ranges-long-header' } } })
  })

  it('is reported if it stops in the middle of the file', async () => {
    const file = large.subarray(0, 4 * mib)
    expect(await failure(file, { noRanges: true, cutAfterBytes: 2 * mib })).toMatchObject({
      code: 'download-cut-off',
      facts: { expectedBytes: 4 * mib },
    })
  })
})

describe('a reader that ends early', () => {
  it('rejects with the abort reason if it is stopped, and leaves no request open', async () => {
    const reason = new Error('changed my mind')
    for (const faults of [
      { onRequest: () => false },
      { stallAfterBytes: 100 },
      { noRanges: true, stallAfterBytes: 100 },
    ] satisfies Faults[]) {
      const controller = new AbortController()
      setTimeout(() => controller.abort(reason), 50)
      await expect(read(small, faults, { signal: controller.signal })).rejects.toBe(reason)
      await server?.settled()
      await server?.close()
    }
    await expect(read(small, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(server?.requests).toHaveLength(0)
    await server?.close()
    const controller = new AbortController()
    setTimeout(() => controller.abort(reason), 50)
    await expect(read(small, { status: 503 }, { signal: controller.signal, retryDelaysMs: [60_000] })).rejects.toBe(reason)
  })

  it('closes the connection if it fails', async () => {
    const own = await serve(new Map([['m.gguf', large]]), { noRanges: true })
    const work = () => Promise.reject(new Error('a bug'))
    await expect(withHttpSource(modelUrl(own.url('m.gguf')), quick, work)).rejects.toThrow('a bug')
    await own.settled()
    expect(own.aborted).toBe(1)
  })
})
