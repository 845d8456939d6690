import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DownloadPause } from '../../../core/contract/errors/server-reasons'
import { describeFailure } from '../../../core/copy/failures'
import { PartFile } from '../files/part-file'
import { Network } from '../network/network'
import { type HubFaults, MadeHub } from '../testing/made-hub'
import { failureIn } from '../testing/read-from-bad-server'
import { type FetchOptions, fetchFile, type RemoteMark } from './fetch-file'

const mib = 1 << 20
const content = randomBytes(3 * mib + 5)
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
let hub: MadeHub
let path: string
let mark: RemoteMark | null
let pauses: DownloadPause[]

beforeEach(async () => {
  hub = await MadeHub.start({ 'org/m': { 'm.gguf': content } })
  path = join(mkdtempSync(join(tmpdir(), 'headroom-fetch-')), 'm.gguf.unfinished')
  mark = null
  pauses = []
})
afterEach(() => hub.stop())

interface Change extends Partial<FetchOptions> {
  readonly sizeBytes?: number | null
  readonly sha256?: string | null
}
async function fetchPart(faults: HubFaults = {}, { sizeBytes = content.length, sha256 = null, ...change }: Change = {}): Promise<string> {
  hub.faults = { ...hub.faults, ...faults }
  const part = await PartFile.open(path)
  try {
    await fetchFile(
      part,
      { url: new URL('org/m/resolve/main/m.gguf', hub.url), sizeBytes, sha256 },
      {
        network: new Network({ hub: hub.url }),
        signal: new AbortController().signal,
        mark,
        onMark: (now) => {
          mark = now
        },
        onBytes: () => {},
        onPause: (pause) => {
          if (pause) pauses.push(pause)
        },
        retryDelaysMs: [1, 1],
        ...change,
      },
    )
    return await part.finish()
  } finally {
    await part.close()
  }
}
async function leaveHalf(): Promise<void> {
  await failureIn(fetchPart({ cut: { afterBytes: mib, times: 1 } }, { retryDelaysMs: [] }))
  expect(readFileSync(path)).toHaveLength(mib)
  hub.requests.length = 0
}

describe('a download of a whole file', () => {
  it('needs one request, and stores the bytes that the server sent', async () => {
    expect(await fetchPart()).toBe(hashOf(content))
    expect(readFileSync(path).equals(content)).toBe(true)
    expect(hub.storeRequests).toMatchObject([{ status: 200, range: undefined }])
  })
  it('does not need the file’s length in advance', async () => {
    expect(await fetchPart({}, { sizeBytes: null })).toBe(hashOf(content))
  })
  it('accepts an empty file', async () => {
    hub.repositories.get('org/m')?.set('m.gguf', new Uint8Array(0))
    expect(await fetchPart({}, { sizeBytes: 0 })).toBe(hashOf(new Uint8Array(0)))
  })
})

describe('a download whose connection breaks', () => {
  it('resumes at the same position if the file is unchanged', async () => {
    expect(await fetchPart({ cut: { afterBytes: mib, times: 2 } })).toBe(hashOf(content))
    const etag = `"${hashOf(content)}"`
    expect(hub.storeRequests.at(-1)).toMatchObject({ range: `bytes=${2 * mib}-`, ifRange: etag, status: 206 })
    expect(pauses[0]).toEqual({ seconds: 0.001, reason: { kind: 'connection-broken' } })
  })
  it('fails if the connection breaks repeatedly without progress, and keeps its part file', async () => {
    const failure = await failureIn(fetchPart({ cut: { afterBytes: 0, times: 99 } }))
    expect(failure).toMatchObject({ code: 'url-unreachable' })
    hub.faults = {}
    await leaveHalf()
    expect(await failureIn(fetchPart({ cut: { afterBytes: 0, times: 99 } }))).toMatchObject({
      code: 'download-cut-off',
      facts: { receivedBytes: mib, expectedBytes: content.length },
    })
    expect(existsSync(path)).toBe(true)
  })
  it('fails if the connection always breaks at the same position and the download must restart', async () => {
    const failure = await failureIn(fetchPart({ noMarks: true, cut: { afterBytes: mib, times: 99 } }))
    expect(failure).toMatchObject({ code: 'download-cut-off', facts: { receivedBytes: mib } })
    expect(hub.storeRequests).toHaveLength(3)
    expect(hub.storeRequests.every(({ range }) => range === undefined)).toBe(true)
  })
})

describe('a download with a part file from an earlier run', () => {
  it('is resumed', async () => {
    await leaveHalf()
    hub.sentBytes = 0
    expect(await fetchPart({ cut: { afterBytes: 0, times: 0 } })).toBe(hashOf(content))
    expect(hub.sentBytes).toBe(content.length - mib)
  })
  it('is resumed without an ETag or date if a hash is published', async () => {
    hub.faults = { noMarks: true }
    await leaveHalf()
    expect(await fetchPart({ cut: { afterBytes: 0, times: 0 } }, { sha256: hashOf(content) })).toBe(hashOf(content))
    expect(hub.storeRequests.at(-1)).toMatchObject({ ifRange: undefined, status: 206 })
  })
  it('is never continued with another file of the same length: without an ETag, date or hash, the download restarts', async () => {
    hub.faults = { noMarks: true }
    await leaveHalf()
    const other = randomBytes(content.length)
    hub.repositories.get('org/m')?.set('m.gguf', other)
    expect(await fetchPart({ cut: { afterBytes: 0, times: 0 } })).toBe(hashOf(other))
    expect(hub.storeRequests).toMatchObject([{ range: undefined, status: 200 }])
  })
  it('is restarted if the server no longer sends its ETag', async () => {
    await leaveHalf()
    const other = randomBytes(content.length)
    hub.repositories.get('org/m')?.set('m.gguf', other)
    expect(await fetchPart({ noMarks: true, noIfRange: true, cut: { afterBytes: 0, times: 0 } })).toBe(hashOf(other))
  })
  it('is restarted if the file has changed', async () => {
    for (const noIfRange of [false, true]) {
      hub.repositories.get('org/m')?.set('m.gguf', content)
      writeFileSync(path, '')
      await leaveHalf()
      const other = randomBytes(content.length)
      hub.repositories.get('org/m')?.set('m.gguf', other)
      expect(await fetchPart({ noIfRange, cut: { afterBytes: 0, times: 0 } })).toBe(hashOf(other))
      hub.faults = {}
      mark = null
    }
  })
  it('is restarted if the server does not support ranges', async () => {
    await leaveHalf()
    expect(await fetchPart({ noRanges: true, cut: { afterBytes: 0, times: 0 } })).toBe(hashOf(content))
  })
  it('transfers nothing if the part file is complete', async () => {
    await fetchPart()
    hub.sentBytes = 0
    expect(await fetchPart()).toBe(hashOf(content))
    expect(hub.sentBytes).toBe(0)
    expect(hub.storeRequests.at(-1)).toMatchObject({ status: 416 })
  })
  it('is restarted if the part file is longer than the file', async () => {
    writeFileSync(path, randomBytes(content.length + 100))
    expect(await fetchPart({}, { sha256: hashOf(content) })).toBe(hashOf(content))
  })
})

describe('a server that refuses a request', () => {
  it('is reported immediately if the refusal is permanent', async () => {
    for (const status of [401, 403, 404, 410]) {
      hub.requests.length = 0
      expect(await failureIn(fetchPart({ refuse: { path: /store/, status } }))).toMatchObject({
        code: 'download-refused',
        facts: { status },
      })
      expect(hub.storeRequests).toHaveLength(1)
    }
  })
  it('gets the request again if the refusal is temporary', async () => {
    expect(await fetchPart({ refuse: { path: /store/, status: 503, times: 2 } })).toBe(hashOf(content))
    expect(pauses).toHaveLength(2)
  })
  it('is reported immediately if its Retry-After is very long', async () => {
    const failure = await failureIn(fetchPart({ refuse: { path: /store/, status: 429, retryAfter: '3600' } }))
    expect(failure).toMatchObject({ code: 'download-refused', facts: { status: 429, retryAfterSeconds: 3600 } })
    expect(describeFailure(failure)).toContain('Wait 60 minutes, then try again.')
    expect(hub.storeRequests).toHaveLength(1)
  })
  it('gets the request again after its Retry-After if that is short', async () => {
    expect(await fetchPart({ refuse: { path: /store/, status: 429, retryAfter: '1', times: 1 } })).toBe(hashOf(content))
    expect(pauses).toEqual([{ seconds: 1, reason: { kind: 'status', status: 429 } }])
  })
})

describe('a server that sends incorrect responses', () => {
  it('is detected by a wrong length before anything is written', async () => {
    const failure = await failureIn(fetchPart({}, { sizeBytes: 17 }))
    expect(failure).toMatchObject({ code: 'download-changed' })
    expect(readFileSync(path)).toHaveLength(0)
  })
  it('is reported if it redirects in a loop', async () => {
    expect(await failureIn(fetchPart({ redirect: (path) => path }))).toMatchObject({ code: 'server-answer-invalid' })
  })
})

describe('the access token', () => {
  it('is sent to the hub, but not to another server’s storage', async () => {
    const store = await MadeHub.start({ 'org/m': { 'm.gguf': content } })
    hub.faults = { token: 'hf_secret', redirect: () => `${store.url}store/org/m/m.gguf` }
    await fetchPart({}, { network: new Network({ hub: hub.url, token: () => 'hf_secret' }) })
    expect(hub.requests[0]?.authorization).toBe('Bearer hf_secret')
    expect(store.requests[0]?.authorization).toBeUndefined()
    await store.stop()
  })
})

describe('a download that is stopped', () => {
  it('keeps its part file', async () => {
    const stop = new AbortController()
    const stopped = fetchPart(
      { bytesPerSecond: 4 * mib },
      { signal: stop.signal, onBytes: (bytes) => bytes > mib && stop.abort(new Error('paused')) },
    )
    await expect(stopped).rejects.toThrow('paused')
    expect(readFileSync(path).length).toBeGreaterThan(mib)
    expect(readFileSync(path).equals(content.subarray(0, readFileSync(path).length))).toBe(true)
  })
})
