import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { errorFacts, type Failure } from '../../../core/contract/errors/errors'
import { describeFailure } from '../../../core/copy/failures'
import { grammarMade, mutated } from '../../../core/gguf/testing/broken-headers'
import { writeGgufHeader } from '../../../core/gguf/testing/write-gguf'
import { seededRandom } from '../../../core/stats/seeded-random'
import { quantizedPocket } from '../../../native-models/testing/quantized-pocket'
import { type BadServer, type Faults, startBadServer } from '../testing/bad-server'
import { type SplitLies, splitGguf } from '../testing/write-split'
import { type ModelHeader, readModelHeader } from './read-model-header'

const pocketPath = await quantizedPocket()
const pocket = new Uint8Array(readFileSync(pocketPath))
let folder: string
let whole: ModelHeader
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-header-'))
  whole = await readModelHeader(pocketPath)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let server: BadServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const quick = { retryDelaysMs: [1, 1] }
async function failure(pathOrUrl: string): Promise<Failure> {
  try {
    await readModelHeader(pathOrUrl, quick)
  } catch (error) {
    const found = failureOf(error)
    if (found) return found
    throw error
  }
  throw new Error('Expected a failure')
}
async function split(name: string, counts: readonly number[], lies?: SplitLies): Promise<string[]> {
  const parts = await splitGguf(pocket, join(folder, name), counts, lies)
  for (const [path, bytes] of parts) writeFileSync(path, bytes)
  return [...parts.keys()]
}
async function serve(files: ReadonlyMap<string, Uint8Array>, faults?: Faults): Promise<BadServer> {
  server = await startBadServer(files, faults)
  return server
}
const metadataOf = ({ header }: ModelHeader) => [...header.metadata].filter(([key]) => !key.startsWith('split.'))

describe('the header of a whole model', () => {
  it('states the size of the file and of its weights', () => {
    // The model card states 5,083,904 parameters. 13 norms of 256 elements are f32, the others q8_0 with 34 bytes per 32 elements.
    const weightBytes = ((5_083_904 - 13 * 256) / 32) * 34 + 13 * 256 * 4
    expect(whole).toMatchObject({
      totalBytes: 5_496_320,
      weightBytes,
      parts: [{ path: pocketPath, sizeBytes: 5_496_320, tensors: 56, weightBytes, missingBytes: 0 }],
      source: { kind: 'file', name: pocketPath, requests: 0, fetchedBytes: 0 },
    })
    expect(whole.header.metadata.get('general.architecture')).toBe('llama')
  })

  it('is read from a file that is cut off after the header, with the number of missing bytes', async () => {
    const path = join(folder, 'short.gguf')
    copyFileSync(pocketPath, path)
    truncateSync(path, 1_000_000)
    expect(await readModelHeader(path)).toMatchObject({ totalBytes: 1_000_000, parts: [{ missingBytes: 4_496_320 }] })
  })

  it('is read for an unknown architecture, so that the planner can assume full attention', async () => {
    const path = join(folder, 'new.gguf')
    writeFileSync(path, writeGgufHeader({ metadata: [['general.architecture', 'str', 'notyet']], tensors: [] }).bytes)
    expect((await readModelHeader(path)).header.metadata.get('general.architecture')).toBe('notyet')
  })

  it('is not read if the signal is already aborted', async () => {
    const reason = new Error('changed my mind')
    await expect(readModelHeader(pocketPath, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

describe('the header of a split model', () => {
  it('equals the header of the model before it was split', async () => {
    for (const counts of [[20, 30, 6], [0, 56], [1, 55], Array.from({ length: 56 }, () => 1)]) {
      const [first = ''] = await split(`good${counts.length}`, counts)
      const model = await readModelHeader(first)
      expect(metadataOf(model)).toEqual(metadataOf(whole))
      expect(model.header.tensors.map(({ name, shape, bytes }) => ({ name, shape, bytes }))).toEqual(
        whole.header.tensors.map(({ name, shape, bytes }) => ({ name, shape, bytes })),
      )
      expect(model.weightBytes).toBe(whole.weightBytes)
      expect(model.totalBytes).toBeGreaterThan(whole.weightBytes)
      expect(model.parts.map(({ tensors }) => tensors)).toEqual(counts)
    }
  })

  it('is refused if llama.cpp refuses it', async () => {
    const refused: readonly [string, SplitLies, object][] = [
      ['order', { numbers: [0, 2, 1] }, { code: 'split-inconsistent', facts: { flaw: { kind: 'other-part', part: 3, expectedPart: 2 } } }],
      ['later', { numbers: [1, 0, 2] }, { code: 'split-not-first', facts: { part: 2, parts: 3 } }],
      ['unnumbered', { numbers: [0, undefined, 2] }, { code: 'split-inconsistent', facts: { flaw: { kind: 'part-number-missing' } } }],
      [
        'few',
        { tensorsInAll: 57 },
        { code: 'split-inconsistent', facts: { flaw: { kind: 'tensor-count', tensors: 56, expectedTensors: 57 } } },
      ],
      ['many', { tensorsInAll: 21 }, { code: 'split-inconsistent', facts: { path: join(folder, 'many-00002-of-00003.gguf') } }],
    ]
    for (const [name, lies, expected] of refused)
      expect(await failure((await split(name, [20, 30, 6], lies))[0] ?? '')).toMatchObject(expected)
  })

  it('is refused if a part is missing', async () => {
    const [first = '', , third = ''] = await split('missing', [20, 30, 6])
    rmSync(third)
    expect(await failure(first)).toEqual({ code: 'split-part-missing', facts: { path: first, missing: third, parts: 3 } })
  })

  it('is refused if a part is cut off or is not a GGUF file', async () => {
    const [first = '', second = ''] = await split('broken', [20, 36])
    truncateSync(second, 100)
    expect(await failure(first)).toMatchObject({ code: 'gguf-truncated', facts: { path: second } })
    writeFileSync(second, 'text')
    expect(await failure(first)).toMatchObject({ code: 'gguf-not-a-model', facts: { path: second } })
  })
})

describe('the header of a remote model', () => {
  it('equals the file’s header', async () => {
    const { url } = await serve(new Map([['org/m.gguf', pocket]]))
    const model = await readModelHeader(url('org/m.gguf?download=true'))
    expect(model.header).toEqual(whole.header)
    expect(model).toMatchObject({
      totalBytes: whole.totalBytes,
      weightBytes: whole.weightBytes,
      parts: [{ path: url('org/m.gguf'), missingBytes: 0 }],
      source: { kind: 'http', name: url('org/m.gguf'), requests: 1, fetchedBytes: 1 << 20 },
    })
  })

  it('needs only one small request for each further part', async () => {
    const { url, requests } = await serve(await splitGguf(pocket, 'org/big%20one', [20, 30, 6]))
    const model = await readModelHeader(url('org/big%20one-00001-of-00003.gguf?key=1'))
    expect(metadataOf(model)).toEqual(metadataOf(whole))
    expect(model.weightBytes).toBe(whole.weightBytes)
    expect(model.parts.map(({ path }) => path)).toEqual([1, 2, 3].map((part) => url(`org/big%20one-0000${part}-of-00003.gguf`)))
    expect(requests.map((request) => request.url?.slice(-6))).toEqual(['?key=1', '?key=1', '?key=1'])
    expect(requests.slice(1).map(({ headers }) => headers.range)).toEqual(['bytes=0-131071', 'bytes=0-131071'])
    expect(model.source).toMatchObject({ requests: 3 })
  })

  it('is refused with the name of the missing part, or with the HTTP status', async () => {
    const files = await splitGguf(pocket, 'big', [20, 30, 6])
    files.delete('big-00002-of-00003.gguf')
    const { url } = await serve(files)
    const missing = await failure(url('big-00001-of-00003.gguf'))
    expect(missing).toMatchObject({ code: 'split-part-missing', facts: { missing: url('big-00002-of-00003.gguf') } })
    expect(describeFailure(missing)).toContain('This model is split into 3 files, and big-00002-of-00003.gguf is missing.')
    expect(await failure(url('other.gguf'))).toMatchObject({ code: 'download-refused', facts: { status: 404 } })
  })

  it('is refused with its address if it is damaged', async () => {
    const { url } = await serve(new Map([['m.gguf', new TextEncoder().encode('<html>')]]))
    expect(await failure(url('m.gguf'))).toEqual({ code: 'gguf-not-a-model', facts: { path: url('m.gguf'), magic: '<htm' } })
  })

  it('is not requested if the address is invalid', async () => {
    expect(await failure('ftp://host/m.gguf')).toMatchObject({ code: 'url-invalid' })
  })

  it('is refused if a part is invalid, and no request stays open', async () => {
    const files = await splitGguf(pocket, 'big', [1, 1, 1, 1, 52], { numbers: [0, 7, 2, 3, 4] })
    const bad = await serve(files, { onRequest: (_, path) => (/-0000[345]-of/.test(path) ? false : undefined) })
    expect(await failure(bad.url('big-00001-of-00005.gguf'))).toMatchObject({ code: 'split-inconsistent' })
    await bad.settled()
  })

  it('is read or refused with a coded failure, whatever bytes arrive in whatever pieces', async () => {
    const files = new Map<string, Uint8Array>()
    let faults: Faults = {}
    const { url } = await serve(files, new Proxy({} as Faults, { get: (_, key) => faults[key as keyof Faults] }))
    const outcomes = new Set<string>()
    for (let index = 0; index < 300; index++) {
      const random = seededRandom(index)
      const oneOf = <T>(...choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
      files.set(
        'm.gguf',
        oneOf(
          () => mutated(random, pocket.subarray(0, 96 * 1024), pocket),
          () => grammarMade(random, 0.01),
        )(),
      )
      const bytes = Math.floor(random() * 50_000)
      faults = oneOf<Faults>(
        {},
        {},
        { noRanges: true },
        { noRanges: true, cutAfterBytes: bytes },
        { partBytes: bytes + 1 },
        { cutAfterBytes: bytes },
        { endAfterBytes: bytes },
      )
      try {
        await readModelHeader(url('m.gguf'), { ...quick, firstChunkBytes: 1000 })
        outcomes.add('header')
      } catch (error) {
        const found = failureOf(error)
        if (!found) throw error
        outcomes.add(found.code)
        expect(errorFacts[found.code].safeParse(found.facts).success, `case ${index}`).toBe(true)
      }
    }
    for (const outcome of ['header', 'gguf-truncated', 'gguf-malformed', 'download-cut-off']) expect(outcomes).toContain(outcome)
  })
})
