/**
 * Accepts only what llama.cpp's `gguf_init_from_reader` accepts. Checks counts against the length of the file before it allocates.
 *
 * Source: ggml/src/gguf.cpp, llama.cpp v0.4.0.
 */
import { type ByteSource, ByteWindow, ReadLimitReached, UnexpectedEnd } from './byte-window'
import type { GgufHeader, GgufReading, GgufValue } from './header'
import { largeCount, Malformed } from './malformed'
import { readMetadata } from './read-metadata'
import { align, readTensors } from './read-tensors'

/** llama.cpp compares each name with all earlier names, which takes half a minute for 65,536. Real models have about 1,000. */
export const maxTensors = 1 << 14
const maxMetadata = 1 << 12
export const maxReadBytes = 1 << 26
const fixedBytes = 24
/** A key of 1 byte with its length, a type and a value of 1 byte. */
const leastMetadataBytes = 8 + 1 + 4 + 1
/** Length of an empty name, number of dimensions, type and offset. */
const leastTensorBytes = 8 + 4 + 4 + 8
const defaultAlignmentBytes = 32

export interface HeaderReading {
  readonly keptTexts?: readonly string[]
}

export async function readGgufHeader(source: ByteSource, { keptTexts = [] }: HeaderReading = {}): Promise<GgufReading> {
  const window = new ByteWindow(source, maxReadBytes)
  try {
    await window.fill(fixedBytes)
    const magic = printable(window.take(Math.min(4, source.sizeBytes)))
    if (!'GGUF'.startsWith(magic)) return { ok: false, code: 'gguf-not-a-model', facts: { magic } }
    if (source.sizeBytes < 8) throw new UnexpectedEnd(fixedBytes, source.sizeBytes)
    const version = window.u32()
    if (version !== 2 && version !== 3) return { ok: false, code: 'gguf-version-unsupported', facts: versionFacts(version) }
    return { ok: true, header: await readBody(window, version, keptTexts) }
  } catch (error) {
    if (error instanceof UnexpectedEnd)
      return { ok: false, code: 'gguf-truncated', facts: { neededBytes: error.neededBytes, sizeBytes: error.sizeBytes } }
    if (error instanceof Malformed) return { ok: false, code: 'gguf-malformed', facts: { flaw: error.flaw, offset: error.offset } }
    if (error instanceof ReadLimitReached)
      return { ok: false, code: 'gguf-malformed', facts: { flaw: { kind: 'endless-header' }, offset: error.offset } }
    throw error
  }
}

async function readBody(window: ByteWindow, version: 2 | 3, keptTexts: readonly string[]): Promise<GgufHeader> {
  window.demand(16)
  const tensorCount = window.length()
  const metadataCount = window.length()
  if (tensorCount > maxTensors) throw new Malformed({ kind: 'too-many-tensors', count: largeCount(tensorCount) }, 8)
  if (metadataCount > maxMetadata) throw new Malformed({ kind: 'too-many-entries', count: largeCount(metadataCount) }, 16)
  const leastBytes = tensorCount * leastTensorBytes + metadataCount * leastMetadataBytes
  window.demand(leastBytes)

  const metadata = await readMetadata(window, metadataCount, keptTexts)
  const alignmentBytes = alignmentOf(metadata, window.offset)
  const tensors = await readTensors(window, tensorCount, alignmentBytes)
  const dataOffset = tensorCount > 0 ? align(window.offset, alignmentBytes) : window.offset
  const last = tensors.at(-1)
  const endOffset = last ? dataOffset + last.offsetBytes + last.bytes : dataOffset
  // Like llama.cpp, checks only that the start of the data is within the file.
  if (dataOffset - window.offset > window.remainingBytes) throw new UnexpectedEnd(endOffset, window.offset + window.remainingBytes)
  return { version, metadata, tensors, alignmentBytes, dataOffset, endOffset }
}

function alignmentOf(metadata: ReadonlyMap<string, GgufValue>, offset: number): number {
  const value = metadata.get('general.alignment') ?? defaultAlignmentBytes
  if (typeof value !== 'number' || !Number.isInteger(Math.log2(value)))
    throw new Malformed({ kind: 'alignment', value: String(value) }, offset)
  return value
}

/** A big-endian 3 reads as 0x03000000. */
function versionFacts(version: number): { version: number; bigEndian: boolean } {
  if (version === 0 || (version & 0xffff) !== 0) return { version, bigEndian: false }
  return { version: ((version >>> 24) | ((version >>> 8) & 0xff00)) >>> 0, bigEndian: true }
}

/** Unprintable bytes become `?`, as in llama.cpp. */
const printable = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '?')).join('')
