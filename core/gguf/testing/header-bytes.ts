/** For headers that `writeGgufHeader` cannot write. */
import type { GgufFlaw } from '../../contract/errors/gguf-reasons'
import { type ByteSource, memorySource } from '../byte-window'
import type { GgufHeader, GgufReading } from '../header'
import { readGgufHeader } from '../read-header'
import { type MetadataEntry, writeGgufHeader } from './write-gguf'

type Bytes = readonly number[]

const encoder = new TextEncoder()
const number = (value: number | bigint, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Number((BigInt.asUintN(64, BigInt(value)) >> BigInt(8 * i)) & 0xffn))
export const ascii = (text: string): number[] => [...encoder.encode(text)]
export const u32 = (value: number): number[] => number(value, 4)
/** Writes negative numbers in two's complement. */
export const u64 = (value: number | bigint): number[] => number(value, 8)
export const text = (value: string | Bytes): number[] => {
  const bytes = typeof value === 'string' ? ascii(value) : value
  return [...u64(bytes.length), ...bytes]
}
export const start = (tensors: number | bigint, metadata: number | bigint, version = 3): number[] => [
  ...ascii('GGUF'),
  ...u32(version),
  ...u64(tensors),
  ...u64(metadata),
]
export const tensor = (name: string | Bytes, shape: readonly (number | bigint)[], type = 0, offset: number | bigint = 0): number[] => [
  ...text(name),
  ...u32(shape.length),
  ...shape.flatMap(u64),
  ...u32(type),
  ...u64(offset),
]
export const types = { u8: 0, u32: 4, i32: 5, f32: 6, bool: 7, str: 8, arr: 9, u64: 10 } as const
export const padding: Bytes = Array.from({ length: 64 }, () => 0)

export const readBytes = (...parts: readonly Bytes[]): Promise<GgufReading> => readGgufHeader(memorySource(Uint8Array.from(parts.flat())))
export const readEntries = (metadata: readonly MetadataEntry[]): Promise<GgufReading> =>
  readGgufHeader(memorySource(writeGgufHeader({ metadata, tensors: [] }).bytes))

export async function headerOf(reading: Promise<GgufReading>): Promise<GgufHeader> {
  const result = await reading
  if (!result.ok) throw new Error(`Expected a header, got ${JSON.stringify(result)}`)
  return result.header
}
/** For `toMatchObject`, because the offset is approximate. */
export const malformed = (flaw: GgufFlaw) => ({ ok: false, code: 'gguf-malformed', facts: { flaw } })
export const truncated = (neededBytes: number, sizeBytes: number) => ({
  ok: false,
  code: 'gguf-truncated',
  facts: { neededBytes, sizeBytes },
})

export function sparseSource(head: Bytes, sizeBytes: number): ByteSource & { readBytes: number } {
  const bytes = Uint8Array.from(head)
  return {
    sizeBytes,
    readBytes: 0,
    async read(offset, length) {
      this.readBytes += length
      const part = new Uint8Array(length)
      if (offset < bytes.length) part.set(bytes.subarray(offset, offset + length))
      return part
    },
  }
}
