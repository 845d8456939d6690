/**
 * Reads the header of a GGUF file in one pass, as strictly as llama.cpp does: what passes here,
 * `gguf_init_from_reader` accepts too, and nothing it would refuse reaches it.
 *
 * This does not look at what the values mean (see ./check-model.ts) and never reads tensor data.
 *
 * Source: ggml/src/gguf.cpp in llama.cpp v0.4.0.
 */
import { type ByteSource, ByteWindow, UnexpectedEnd } from './byte-window'
import { ggmlTypeById } from './ggml-types'
import type { GgufHeader, GgufReading, GgufScalar, GgufTensor, GgufValue } from './header'

/** Longest array whose elements are kept: per-layer values fit many times over, vocabularies do not. */
export const keptArrayElements = 16_384
/** Longest text that is kept; a chat template is some 10 KiB. Longer texts become a description of themselves. */
const keptTextBytes = 1 << 20
/** GGUF_MAX_STRING_LENGTH and GGUF_MAX_ARRAY_ELEMENTS. */
const maxLength = 1 << 30
/** No real model comes near; a file that claims more is refused before it costs memory. */
const maxTensors = 1 << 17
const maxMetadata = 1 << 16
/** GGML_MAX_NAME, GGML_MAX_DIMS. */
const maxNameBytes = 64
const maxDimensions = 4
const defaultAlignment = 32

class Malformed extends Error {
  constructor(
    readonly detail: string,
    readonly offset: number,
  ) {
    super(detail)
  }
}

interface ElementType {
  readonly name: string
  readonly bytes: number
  readonly read: (window: ByteWindow) => GgufScalar
}
const elementTypes: Readonly<Record<number, ElementType>> = {
  0: { name: 'u8', bytes: 1, read: (w) => w.u8() },
  1: { name: 'i8', bytes: 1, read: (w) => w.i8() },
  2: { name: 'u16', bytes: 2, read: (w) => w.u16() },
  3: { name: 'i16', bytes: 2, read: (w) => w.i16() },
  4: { name: 'u32', bytes: 4, read: (w) => w.u32() },
  5: { name: 'i32', bytes: 4, read: (w) => w.i32() },
  6: { name: 'f32', bytes: 4, read: (w) => w.f32() },
  7: { name: 'bool', bytes: 1, read: (w) => w.i8() !== 0 },
  10: { name: 'u64', bytes: 8, read: (w) => w.u64() },
  11: { name: 'i64', bytes: 8, read: (w) => w.i64() },
  12: { name: 'f64', bytes: 8, read: (w) => w.f64() },
}
const stringType = 8
const arrayType = 9

/** The header of a GGUF file, or the reason why llama.cpp would refuse the file. Other errors are those of `source.read`. */
export async function readGgufHeader(source: ByteSource): Promise<GgufReading> {
  const window = new ByteWindow(source)
  try {
    await window.ensure(Math.min(4, source.sizeBytes))
    const magic = printable(window.take(4))
    if (magic !== 'GGUF') return { ok: false, code: 'gguf-not-a-model', facts: { magic } }
    await window.ensure(4)
    const version = window.u32()
    // A big-endian file's version 3 reads as 0x03000000 here.
    const bigEndian = (version & 0xffff) === 0 && version !== 0
    if (version !== 2 && version !== 3)
      return { ok: false, code: 'gguf-version-unsupported', facts: { version: bigEndian ? version >>> 24 : version, bigEndian } }
    return { ok: true, header: await readBody(window, version) }
  } catch (error) {
    if (error instanceof UnexpectedEnd)
      return { ok: false, code: 'gguf-truncated', facts: { neededBytes: error.neededBytes, sizeBytes: error.sizeBytes } }
    if (error instanceof Malformed) return { ok: false, code: 'gguf-malformed', facts: { detail: error.detail, offset: error.offset } }
    throw error
  }
}

async function readBody(window: ByteWindow, version: 2 | 3): Promise<GgufHeader> {
  await window.ensure(16)
  const tensorCount = window.length()
  const metadataCount = window.length()
  if (tensorCount > maxTensors) throw new Malformed(`${tensorCount} tensors`, 8)
  if (metadataCount > maxMetadata) throw new Malformed(`${metadataCount} metadata entries`, 16)

  const metadata = new Map<string, GgufValue>()
  for (let i = 0; i < metadataCount; i++) {
    const key = await readText(window)
    if (key === '') throw new Malformed(`metadata entry ${i} has no key`, window.offset)
    if (metadata.has(key)) throw new Malformed(`key ${key} appears twice`, window.offset)
    metadata.set(key, await readValue(window, key))
  }

  const alignmentBytes = readAlignment(metadata, window.offset)
  const tensors: GgufTensor[] = []
  const names = new Set<string>()
  let dataBytes = 0
  for (let i = 0; i < tensorCount; i++) {
    const tensor = await readTensor(window, names)
    // llama.cpp requires the tensors to follow each other without gap or overlap.
    if (tensor.offsetBytes !== dataBytes)
      throw new Malformed(`tensor ${tensor.name} starts at ${tensor.offsetBytes}, expected ${dataBytes}`, window.offset)
    tensors.push(tensor)
    dataBytes += align(tensor.bytes, alignmentBytes)
    if (!Number.isSafeInteger(dataBytes)) throw new Malformed(`tensor ${tensor.name} ends beyond 2^53`, window.offset)
  }
  const dataOffset = tensorCount > 0 ? align(window.offset, alignmentBytes) : window.offset
  const last = tensors.at(-1)
  const endOffset = last ? dataOffset + last.offsetBytes + last.bytes : dataOffset
  return { version, metadata, tensors, alignmentBytes, dataOffset, endOffset }
}

function readAlignment(metadata: ReadonlyMap<string, GgufValue>, offset: number): number {
  const value = metadata.get('general.alignment')
  if (value === undefined) return defaultAlignment
  if (typeof value !== 'number' || !Number.isInteger(value) || value <= 0 || !Number.isInteger(Math.log2(value)))
    throw new Malformed(`general.alignment is ${String(value)}, expected a power of two`, offset)
  return value
}

async function readValue(window: ByteWindow, key: string): Promise<GgufValue> {
  await window.ensure(4)
  const type = window.u32()
  if (type === stringType) return readText(window)
  if (type === arrayType) return readArray(window, key)
  const element = elementTypes[type]
  if (!element) throw new Malformed(`key ${key} has type ${type}`, window.offset)
  await window.ensure(element.bytes)
  return element.read(window)
}

async function readArray(window: ByteWindow, key: string): Promise<GgufValue> {
  await window.ensure(12)
  const type = window.u32()
  const length = window.length()
  if (length > maxLength) throw new Malformed(`key ${key} is an array of ${length} elements`, window.offset)
  if (type === stringType) {
    if (length * 8 > window.remainingBytes) throw new UnexpectedEnd(window.offset + length * 8, window.offset + window.remainingBytes)
    for (let i = 0; i < length; i++) {
      if (!window.has(8)) await window.ensure(8)
      const bytes = window.length()
      if (bytes > maxLength) throw new Malformed(`key ${key} holds a text of ${bytes} bytes`, window.offset)
      window.skip(bytes)
    }
    return { elementType: 'str', length, values: null }
  }
  const element = elementTypes[type]
  if (!element) throw new Malformed(`key ${key} is an array of type ${type}`, window.offset)
  if (length > keptArrayElements) {
    window.skip(length * element.bytes)
    return { elementType: element.name, length, values: null }
  }
  await window.ensure(length * element.bytes)
  return { elementType: element.name, length, values: Array.from({ length }, () => element.read(window)) }
}

async function readTensor(window: ByteWindow, names: Set<string>): Promise<GgufTensor> {
  const name = await readText(window)
  const fail = (detail: string) => new Malformed(`tensor ${name.slice(0, maxNameBytes)} ${detail}`, window.offset)
  if (new TextEncoder().encode(name).length >= maxNameBytes) throw fail('has too long a name')
  if (names.has(name)) throw fail('appears twice')
  names.add(name)

  await window.ensure(4)
  const dimensions = window.u32()
  if (dimensions > maxDimensions) throw fail(`has ${dimensions} dimensions`)
  await window.ensure(dimensions * 8 + 12)
  const shape = Array.from({ length: dimensions }, () => window.length())
  const elements = shape.reduce((product, size) => product * size, 1)
  if (!Number.isSafeInteger(elements)) throw fail(`has the shape ${shape.join(' x ')}`)

  const typeId = window.u32()
  const type = ggmlTypeById(typeId)
  if (!type) throw fail(`has type ${typeId}`)
  if ((shape[0] ?? 1) % type.blockElements !== 0)
    throw fail(`has rows of ${shape[0]} elements, which ${type.name} cannot pack (blocks of ${type.blockElements})`)
  const bytes = (elements / type.blockElements) * type.blockBytes
  if (!Number.isSafeInteger(bytes)) throw fail(`has ${bytes} bytes`)
  return { name, type, shape, offsetBytes: window.length(), bytes }
}

async function readText(window: ByteWindow): Promise<string> {
  await window.ensure(8)
  const bytes = window.length()
  if (bytes > maxLength) throw new Malformed(`text of ${bytes} bytes`, window.offset)
  if (bytes > keptTextBytes) {
    window.skip(bytes)
    return `(${bytes} bytes of text)`
  }
  await window.ensure(bytes)
  return new TextDecoder('utf-8').decode(window.take(bytes))
}

const align = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment

/** Four bytes as text for a message; what cannot be printed becomes `?`, as llama.cpp does. */
const printable = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '?')).join('')
