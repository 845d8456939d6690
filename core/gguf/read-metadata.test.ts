import { describe, expect, it } from 'vitest'
import type { GgufFlaw } from '../contract/errors/gguf-reasons'
import { memorySource, windowBytes } from './byte-window'
import { readGgufHeader } from './read-header'
import { keptArrayElements, keptTextBytes } from './read-metadata'
import {
  headerOf,
  malformed,
  padding,
  readBytes,
  readEntries,
  sparseSource,
  start,
  text,
  truncated,
  types,
  u32,
  u64,
} from './testing/header-bytes'
import { type MetadataEntry, writeGgufHeader } from './testing/write-gguf'

describe('readMetadata', () => {
  it('returns 64-bit numbers as bigints, and smaller ones as numbers', async () => {
    const { metadata } = await headerOf(
      readEntries([
        ['u8', 'u8', 255],
        ['i8', 'i8', -128],
        ['u16', 'u16', 65_535],
        ['i16', 'i16', -32_768],
        ['u32', 'u32', 4_294_967_295],
        ['i32', 'i32', -2_147_483_648],
        ['f32', 'f32', 0.5],
        ['f64', 'f64', 1e-5],
        ['u64', 'u64', 2n ** 64n - 1n],
        ['i64', 'i64', -(2n ** 63n)],
        ['true', 'bool', true],
        ['false', 'bool', false],
        ['text', 'str', 'Größe 📏'],
        ['empty', 'str', ''],
      ]),
    )
    expect(Object.fromEntries(metadata)).toEqual({
      u8: 255,
      i8: -128,
      u16: 65_535,
      i16: -32_768,
      u32: 4_294_967_295,
      i32: -2_147_483_648,
      f32: 0.5,
      f64: 1e-5,
      u64: 2n ** 64n - 1n,
      i64: -(2n ** 63n),
      true: true,
      false: false,
      text: 'Größe 📏',
      empty: '',
    })
  })

  it('reads any byte except zero as true if the type is bool, like llama.cpp', async () => {
    const { metadata } = await headerOf(readBytes(start(0, 1), text('k'), u32(types.bool), [0x80]))
    expect(metadata.get('k')).toBe(true)
  })

  it('ends a string at its first zero byte, like C', async () => {
    const { metadata } = await headerOf(readBytes(start(0, 1), text('general.architecture'), u32(types.str), text('llama\0x')))
    expect(metadata.get('general.architecture')).toBe('llama')
  })

  it('replaces invalid UTF-8 in a string with replacement characters', async () => {
    const { metadata } = await headerOf(readBytes(start(0, 1), text('k'), u32(types.str), text([0x61, 0xff, 0xc3, 0x62])))
    expect(metadata.get('k')).toBe('a\ufffd\ufffdb')
  })

  it('keeps the byte order mark of a string', async () => {
    const { metadata } = await headerOf(readEntries([['k', 'str', '\ufeffllama']]))
    expect(metadata.get('k')).toBe('\ufeffllama')
  })

  it('counts the bytes of a very long string without keeping it', async () => {
    const { metadata } = await headerOf(
      readEntries([
        ['longest', 'str', 'x'.repeat(keptTextBytes)],
        ['longer', 'str', 'x'.repeat(keptTextBytes + 1)],
        ['last', 'u8', 7],
      ]),
    )
    expect(metadata.get('longest')).toHaveLength(keptTextBytes)
    expect(metadata.get('longer')).toEqual({ elementType: 'u8', length: keptTextBytes + 1, values: null })
    expect(metadata.get('last')).toBe(7)
  })

  it('refuses an unknown type', async () => {
    expect(await readBytes(start(0, 1), text('k'), u32(13), padding)).toMatchObject(malformed({ kind: 'unknown-type', key: 'k', type: 13 }))
    expect(await readBytes(start(0, 1), text('k'), u32(0xffffffff), padding)).toMatchObject(
      malformed({ kind: 'unknown-type', key: 'k', type: 4294967295 }),
    )
  })

  it('refuses a value that is cut off at the end of the file', async () => {
    expect(await readBytes(start(0, 1), text('k'), u32(types.u64), [1, 2, 3])).toEqual(truncated(45, 40))
    expect(await readBytes(start(0, 1), text('k'), u32(types.str), u64(100))).toEqual(truncated(145, 45))
  })

  it('refuses a string that is longer than llama.cpp accepts', async () => {
    expect(await readBytes(start(0, 1), text('k'), u32(types.str), u64(2 ** 30 + 1))).toMatchObject(
      malformed({ kind: 'text-length', bytes: 1073741825 }),
    )
    expect(await readBytes(start(0, 1), text('k'), u32(types.str), u64(-1))).toMatchObject(malformed({ kind: 'text-length', bytes: null }))
  })
})

describe('readMetadata, for a split model,', () => {
  it('accepts the types that llama.cpp reads: u16 for the part number and the part count, i32 for the tensor count', async () => {
    const { metadata } = await headerOf(
      readEntries([
        ['split.no', 'u16', 65_535],
        ['split.count', 'u16', 2],
        ['split.tensors.count', 'i32', -1],
      ]),
    )
    expect(Object.fromEntries(metadata)).toEqual({ 'split.no': 65_535, 'split.count': 2, 'split.tensors.count': -1 })
  })

  it('refuses any other type for these keys, because it makes llama.cpp throw or crash', async () => {
    const refused: readonly [MetadataEntry, GgufFlaw][] = [
      [['split.no', 'u32', 1], { kind: 'other-type', key: 'split.no', type: 4, expected: 'u16' }],
      [['split.no', 'arr', 'u16', [1]], { kind: 'other-type', key: 'split.no', type: 9, expected: 'u16' }],
      [['split.count', 'i32', -3], { kind: 'other-type', key: 'split.count', type: 5, expected: 'u16' }],
      [['split.count', 'f32', Number.NaN], { kind: 'other-type', key: 'split.count', type: 6, expected: 'u16' }],
      [['split.count', 'u64', 2n ** 63n], { kind: 'other-type', key: 'split.count', type: 10, expected: 'u16' }],
      [['split.tensors.count', 'u32', 3], { kind: 'other-type', key: 'split.tensors.count', type: 4, expected: 'i32' }],
    ]
    for (const [entry, flaw] of refused) expect(await readEntries([entry])).toMatchObject(malformed(flaw))
  })
})

describe('a metadata key', () => {
  const entry = (key: string | readonly number[]) => [...text(key), ...u32(types.u8), 1]

  it('must not be empty', async () => {
    expect(await readBytes(start(0, 1), entry(''), padding)).toMatchObject(malformed({ kind: 'key-missing', entry: 0 }))
  })

  it('must be unique', async () => {
    expect(await readBytes(start(0, 3), entry('a'), entry('b'), entry('a'))).toMatchObject(malformed({ kind: 'key-twice', key: 'a' }))
  })

  it('must not contain a zero byte, because llama.cpp would read only the part before it', async () => {
    expect(await readBytes(start(0, 1), entry('general.alignment\0x'))).toMatchObject(malformed({ kind: 'key-with-zero', entry: 0 }))
  })

  it('must not be longer than GGUF allows', async () => {
    expect((await headerOf(readBytes(start(0, 1), entry('k'.repeat(65_535))))).metadata.size).toBe(1)
    expect(await readBytes(start(0, 1), entry('k'.repeat(65_536)))).toMatchObject(malformed({ kind: 'key-length', entry: 0, bytes: 65536 }))
  })

  it('is shortened to one line when it is refused', async () => {
    const key = `a\n\u202e${'k'.repeat(1000)}`
    expect(await readBytes(start(0, 2), entry(key), entry(key))).toMatchObject(
      malformed({ kind: 'key-twice', key: `a??${'k'.repeat(61)}…` }),
    )
  })
})

describe('an array', () => {
  it('keeps its elements', async () => {
    const { metadata } = await headerOf(
      readEntries([
        ['flags', 'arr', 'bool', [true, false, true]],
        ['numbers', 'arr', 'i32', [-1, 0, 1]],
        ['large', 'arr', 'u64', [2n ** 53n + 1n]],
        ['none', 'arr', 'f32', []],
        ['longest', 'arr', 'u8', new Array(keptArrayElements).fill(9)],
      ]),
    )
    expect(metadata.get('flags')).toEqual({ elementType: 'bool', length: 3, values: [true, false, true] })
    expect(metadata.get('numbers')).toEqual({ elementType: 'i32', length: 3, values: [-1, 0, 1] })
    expect(metadata.get('large')).toEqual({ elementType: 'u64', length: 1, values: [2n ** 53n + 1n] })
    expect(metadata.get('none')).toEqual({ elementType: 'f32', length: 0, values: [] })
    expect(metadata.get('longest')).toMatchObject({ length: keptArrayElements, values: { length: keptArrayElements } })
  })

  it('is counted, not kept, if it has strings or many elements', async () => {
    const { metadata } = await headerOf(
      readEntries([
        ['texts', 'arr', 'str', ['', 'a', 'bc']],
        ['no texts', 'arr', 'str', []],
        ['long', 'arr', 'u16', new Array(keptArrayElements + 1).fill(9)],
        ['last', 'str', 'here'],
      ]),
    )
    expect(metadata.get('texts')).toEqual({ elementType: 'str', length: 3, values: null })
    expect(metadata.get('no texts')).toEqual({ elementType: 'str', length: 0, values: null })
    expect(metadata.get('long')).toEqual({ elementType: 'u16', length: keptArrayElements + 1, values: null })
    expect(metadata.get('last')).toBe('here')
  })

  it('may be the last value in a file even if it has no elements', async () => {
    const { metadata } = await headerOf(readBytes(start(0, 1), text('k'), u32(types.arr), u32(types.str), u64(0)))
    expect(metadata.get('k')).toEqual({ elementType: 'str', length: 0, values: null })
  })

  it('must not contain arrays', async () => {
    expect(await readBytes(start(0, 1), text('k'), u32(types.arr), u32(types.arr), u64(0))).toMatchObject(
      malformed({ kind: 'unknown-array-type', key: 'k', type: 9 }),
    )
  })

  it('must not have more elements than llama.cpp accepts', async () => {
    const array = (length: number | bigint) => readBytes(start(0, 1), text('k'), u32(types.arr), u32(types.u8), u64(length))
    expect(await array(2 ** 30 + 1)).toMatchObject(malformed({ kind: 'array-length', key: 'k', elements: 1073741825 }))
    expect(await array(2n ** 63n)).toMatchObject(malformed({ kind: 'array-length', key: 'k', elements: null }))
    expect(await array(2 ** 30)).toEqual(truncated(49 + 2 ** 30, 49))
  })

  it('must fit in the file if it has strings', async () => {
    expect(await readBytes(start(0, 1), text('k'), u32(types.arr), u32(types.str), u64(1000), padding)).toEqual(truncated(49 + 8000, 113))
  })

  it('is skipped, not read, if it has 2^30 numbers', async () => {
    const head = [...start(0, 1), ...text('k'), ...u32(types.arr), ...u32(types.f32), ...u64(2 ** 30)]
    const source = sparseSource(head, head.length + 4 * 2 ** 30)
    expect(await headerOf(readGgufHeader(source))).toMatchObject({ endOffset: head.length + 4 * 2 ** 30 })
    expect(source.readBytes).toBe(windowBytes)
  })
})

describe('an array of strings', () => {
  const bytes = writeGgufHeader({
    metadata: [
      ['tokenizer.ggml.tokens', 'arr', 'str', ['Ġthe', '', 'é']],
      ['general.tags', 'arr', 'str', ['demo']],
    ],
    tensors: [],
  }).bytes
  it('is kept if its key is requested, and counted otherwise', async () => {
    const reading = await readGgufHeader(memorySource(bytes), { keptTexts: ['tokenizer.ggml.tokens'] })
    if (!reading.ok) throw new Error(`Expected a header, got ${reading.code}`)
    expect(reading.header.metadata.get('tokenizer.ggml.tokens')).toEqual({ elementType: 'str', length: 3, values: ['Ġthe', '', 'é'] })
    expect(reading.header.metadata.get('general.tags')).toEqual({ elementType: 'str', length: 1, values: null })
  })
  it('is reported as truncated if it is cut off', async () => {
    const cut = bytes.subarray(0, 70)
    const kept = await readGgufHeader(memorySource(cut), { keptTexts: ['tokenizer.ggml.tokens'] })
    expect(kept).toMatchObject({ ok: false, code: 'gguf-truncated' })
  })
})
