import { open } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ByteSource, memorySource, windowBytes } from './byte-window'
import type { GgufHeader } from './header'
import { maxReadBytes, readGgufHeader } from './read-header'
import { keptArrayElements } from './read-metadata'
import {
  ascii,
  headerOf,
  malformed,
  padding,
  readBytes,
  readEntries,
  sparseSource,
  start,
  tensor,
  text,
  truncated,
  types,
  u32,
  u64,
} from './testing/header-bytes'
import type { MetadataEntry } from './testing/write-gguf'

describe('the embedded model', () => {
  const path = new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url)
  let file: Awaited<ReturnType<typeof open>>
  let header: GgufHeader
  let readInAllBytes = 0
  const sizeBytes = 10_259_328
  beforeAll(async () => {
    file = await open(path)
    const source: ByteSource = {
      sizeBytes: (await file.stat()).size,
      read: async (offset, length) => {
        readInAllBytes += length
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      },
    }
    header = await headerOf(readGgufHeader(source))
  })
  afterAll(() => file.close())

  it('is read from the first MiB of its file alone', () => {
    expect(readInAllBytes).toBe(windowBytes)
  })

  it('is as long as its header says', () => {
    expect(header.endOffset).toBe(sizeBytes)
    expect(header.dataOffset % 32).toBe(0)
  })

  it('has 9 tensors in each of its 6 layers, an embedding and a final norm', () => {
    expect(header.tensors).toHaveLength(6 * 9 + 2)
    const embedding = header.tensors.find(({ name }) => name === 'token_embd.weight')
    expect(embedding).toMatchObject({ shape: [256, 2566], type: { name: 'f16' }, bytes: 1_313_792 })
  })

  it('is read with its metadata; its vocabulary is counted but not kept', () => {
    expect(header.metadata.get('general.architecture')).toBe('llama')
    expect(header.metadata.get('llama.context_length')).toBe(2048)
    expect(header.metadata.get('tokenizer.ggml.tokens')).toEqual({ elementType: 'str', length: 2566, values: null })
  })
})

describe('the first bytes of a file', () => {
  it('must be GGUF', async () => {
    expect(await readBytes([...ascii('PK'), 3, 4])).toEqual({ ok: false, code: 'gguf-not-a-model', facts: { magic: 'PK??' } })
    expect(await readBytes([...ascii('<!')])).toMatchObject({ code: 'gguf-not-a-model', facts: { magic: '<!' } })
    expect(await readBytes([...ascii('gguf')], padding)).toMatchObject({ code: 'gguf-not-a-model' })
  })

  it('are reported as truncated if some are missing', async () => {
    expect(await readBytes([])).toEqual(truncated(24, 0))
    expect(await readBytes([...ascii('GG')])).toEqual(truncated(24, 2))
    expect(await readBytes([...ascii('GGUF')])).toEqual(truncated(24, 4))
    expect(await readBytes(start(0, 0).slice(0, 23))).toEqual(truncated(24, 23))
  })

  it('must give version 2 or 3', async () => {
    expect((await headerOf(readBytes(start(0, 0, 2)))).version).toBe(2)
    expect((await headerOf(readBytes(start(0, 0, 3)))).version).toBe(3)
    for (const version of [0, 1, 4, 0x00010003])
      expect(await readBytes(start(0, 0, version))).toEqual({
        ok: false,
        code: 'gguf-version-unsupported',
        facts: { version, bigEndian: false },
      })
  })

  it('show that a file is big-endian before anything else is read', async () => {
    const bigEndian = (version: number) => ({ ok: false, code: 'gguf-version-unsupported', facts: { version, bigEndian: true } })
    // gguf-py swaps the bytes of everything but the magic.
    const turned = (bytes: number[]) => bytes.toReversed()
    const entry = [...turned(u64(1)), ...ascii('k'), ...turned(u32(types.u32)), ...turned(u32(7))]
    for (const version of [1, 2, 3])
      expect(await readBytes(ascii('GGUF'), turned(u32(version)), turned(u64(0)), turned(u64(1)), entry, padding)).toEqual(
        bigEndian(version),
      )
    expect(await readBytes(start(0, 0, 0x03000000))).toEqual(bigEndian(3))
    expect(await readBytes(start(0, 0, 0xff010000))).toEqual(bigEndian(0x1ff))
    expect(await readBytes(start(0, 0, 0x00010000))).toEqual(bigEndian(0x100))
    expect(await readBytes(ascii('GGUF'), turned(u32(3)))).toEqual(bigEndian(3))
  })

  it('must not give version 1, which llama.cpp refuses because its counts have four bytes', async () => {
    const refused = { ok: false, code: 'gguf-version-unsupported', facts: { version: 1, bigEndian: false } }
    const v1 = [...ascii('GGUF'), ...u32(1), ...u32(0), ...u32(1), ...u32(1), ...ascii('k'), ...u32(types.u32), ...u32(7)]
    expect(await readBytes(v1)).toEqual(refused)
    expect(await readBytes(v1.slice(0, 16))).toEqual(refused)
  })
})

describe('the counts in a header', () => {
  it('may be zero', async () => {
    const header = await headerOf(readBytes(start(0, 0)))
    expect(header).toMatchObject({ tensors: [], alignmentBytes: 32, dataOffset: 24, endOffset: 24 })
    expect(header.metadata.size).toBe(0)
  })

  it('are refused immediately if no model has that many tensors or keys', async () => {
    expect(await readBytes(start(0, 4097), padding)).toMatchObject(malformed({ kind: 'too-many-entries', count: 4097 }))
    expect(await readBytes(start(16_385, 0), padding)).toMatchObject(malformed({ kind: 'too-many-tensors', count: 16385 }))
    expect(await readBytes(start(-1, 0), padding)).toMatchObject(malformed({ kind: 'too-many-tensors', count: null }))
    expect(await readBytes(start(0, 2n ** 53n), padding)).toMatchObject(malformed({ kind: 'too-many-entries', count: null }))
  })

  it('are refused immediately if the file is too short for them', async () => {
    // The header needs 24 + 3 x 24 + 10 x 14 = 236 bytes.
    expect(await readBytes(start(3, 10), padding)).toEqual(truncated(236, 88))
  })

  it('are checked again while the file is read', async () => {
    // The last entry lacks one of its 14 bytes.
    const first = [...text('kk'), ...u32(types.bool), 1]
    expect(await readBytes(start(0, 2), first, text('k'), u32(types.bool))).toEqual(truncated(53, 52))
  })
})

describe('the end of the window', () => {
  it('may fall within any field of a header', async () => {
    const head = (fill: number) => [...start(1, 4), ...text('fill'), ...u32(types.arr), ...u32(types.str), ...u64(1), ...u64(fill)]
    const rest = [
      ...[...text('words'), ...u32(types.arr), ...u32(types.str), ...u64(3), ...text('one'), ...text(''), ...text('three')],
      ...[...text('word'), ...u32(types.str), ...text('four')],
      ...[...text('numbers'), ...u32(types.arr), ...u32(types.u64), ...u64(2), ...u64(5), ...u64(6)],
      ...[...tensor('weight', [2, 3]), ...padding],
    ]
    const longest = Uint8Array.from([...head(windowBytes), ...new Uint8Array(windowBytes), ...rest])
    for (let dropped = 0; dropped < head(0).length + rest.length; dropped++) {
      const bytes = longest.subarray(dropped)
      bytes.set(head(windowBytes - dropped))
      const { metadata, tensors } = await headerOf(readGgufHeader(memorySource(bytes)))
      expect(metadata.get('words')).toEqual({ elementType: 'str', length: 3, values: null })
      expect(metadata.get('word')).toBe('four')
      expect(metadata.get('numbers')).toEqual({ elementType: 'u64', length: 2, values: [5n, 6n] })
      expect(tensors).toMatchObject([{ name: 'weight', shape: [2, 3], bytes: 24 }])
    }
  })
})

describe('the alignment', () => {
  it('is 32 if the file does not give it', async () => {
    const header = await headerOf(readBytes(start(1, 0), tensor('t', [1]), padding))
    expect(header).toMatchObject({ alignmentBytes: 32, dataOffset: 64, endOffset: 68 })
  })

  it('may be any power of two, including one', async () => {
    const file = (value: number) =>
      readBytes(start(1, 1), text('general.alignment'), u32(4), u32(value), tensor('t', [1]), padding, padding)
    expect(await headerOf(file(1))).toMatchObject({ alignmentBytes: 1, dataOffset: 90, endOffset: 94 })
    expect(await headerOf(file(64))).toMatchObject({ alignmentBytes: 64, dataOffset: 128, endOffset: 132 })
    expect(await file(2 ** 31)).toEqual(truncated(2 ** 31 + 4, 218))
  })

  it('must be a power of two', async () => {
    for (const value of [0, 3, 33, 2 ** 32 - 1])
      expect(await readBytes(start(0, 1), text('general.alignment'), u32(4), u32(value))).toMatchObject(
        malformed({ kind: 'alignment', value: String(value) }),
      )
  })

  it('must be a u32, as llama.cpp requires', async () => {
    expect(await readEntries([['general.alignment', 'i32', 32]])).toMatchObject(
      malformed({ kind: 'other-type', key: 'general.alignment', type: 5, expected: 'u32' }),
    )
    expect(await readEntries([['general.alignment', 'u64', 32]])).toMatchObject(
      malformed({ kind: 'other-type', key: 'general.alignment', type: 10, expected: 'u32' }),
    )
    expect(await readEntries([['general.alignment', 'arr', 'u32', [32]]])).toMatchObject(
      malformed({ kind: 'other-type', key: 'general.alignment', type: 9, expected: 'u32' }),
    )
  })

  it('requires the whole padding before the data, because llama.cpp seeks to the start of the data', async () => {
    expect(await headerOf(readBytes(start(1, 0), tensor('t', [0]), [0, 0, 0, 0, 0, 0, 0]))).toMatchObject({ endOffset: 64 })
    expect(await readBytes(start(1, 0), tensor('t', [0]), [0, 0, 0, 0, 0, 0])).toEqual(truncated(64, 63))
    expect(await readBytes(start(1, 0), tensor('t', [1]))).toEqual(truncated(68, 57))
  })
})

describe('a hostile file', () => {
  const texts = [...text('k'), ...u32(types.arr), ...u32(types.str)]

  it('is refused after 64 MiB of empty strings', async () => {
    const source = sparseSource([...start(0, 1), ...texts, ...u64(2 ** 30)], 2 ** 40)
    expect(await readGgufHeader(source)).toMatchObject(malformed({ kind: 'endless-header' }))
    expect(source.readBytes).toBeLessThanOrEqual(maxReadBytes)
  })

  it('is refused after 16 MiB of metadata values, more than any real model has', async () => {
    const million = `x${'y'.repeat(1_000_000)}`
    const metadata: MetadataEntry[] = Array.from({ length: 17 }, (_, i) => [`k${i}`, 'str', million])
    expect((await headerOf(readEntries(metadata.slice(0, 16)))).metadata.size).toBe(16)
    expect(await readEntries(metadata)).toMatchObject(malformed({ kind: 'metadata-size', limitBytes: 16777216 }))
    const numbers: MetadataEntry[] = Array.from({ length: 65 }, (_, i) => [`k${i}`, 'arr', 'u8', new Array(keptArrayElements).fill(0)])
    expect(await readEntries(numbers)).toMatchObject(malformed({ kind: 'metadata-size', limitBytes: 16777216 }))
  })
})

it('readGgufHeader throws the error of a source that cannot be read', async () => {
  const failing: ByteSource = { sizeBytes: 100, read: () => Promise.reject(new Error('EIO')) }
  await expect(readGgufHeader(failing)).rejects.toThrow('EIO')
})
