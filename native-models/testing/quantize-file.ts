import { readFile, writeFile } from 'node:fs/promises'
import { memorySource } from '../../core/gguf/byte-window'
import { ggmlType, rowBytes } from '../../core/gguf/ggml-types'
import type { GgufTensor } from '../../core/gguf/header'
import { readGgufHeader } from '../../core/gguf/read-header'
import { f16 } from '../../core/lab/elements/plain'
import { q8_0 } from '../../core/lab/elements/q8_0'

const alignmentBytes = 32
const fileTypeKey = 'general.file_type'
/** `LLAMA_FTYPE_MOSTLY_Q8_0` in include/llama.h. */
const mostlyQ8 = 7

/**
 * Writes the q8_0 file of an f16 GGUF file with the default alignment, byte for byte as llama-quantize does: the file type at the end of the
 * metadata, the tensors by layer and name, matrices in q8_0, the rest unchanged.
 */
export async function quantizeFile(from: string, to: string): Promise<void> {
  const file = await readFile(from)
  const reading = await readGgufHeader(memorySource(file))
  if (!reading.ok) throw new Error(`Expected a model, got ${reading.code}`)
  const { metadata, tensors, dataOffset } = reading.header
  const sorted = [...tensors].sort(byLayerAndName).map((tensor) => encoded(tensor, file.subarray(dataOffset + tensor.offsetBytes)))
  const head = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(metadata.size + 1)]
  const infos: Buffer[] = []
  let offset = 0
  for (const { name, shape, typeId, data } of sorted) {
    infos.push(text(name), u32(shape.length), ...shape.map(u64), u32(typeId), u64(offset))
    offset += padded(data.length)
  }
  const start = Buffer.concat([...head, metadataOf(file, tensors[0]), ...infos])
  await writeFile(to, Buffer.concat([withPadding(start), ...sorted.map(({ data }) => withPadding(data))]))
}

/** The bytes between the header's counts and the first tensor. */
function metadataOf(file: Buffer, first: GgufTensor | undefined): Buffer {
  const entry = file.indexOf(text(fileTypeKey))
  const afterEntry = entry + text(fileTypeKey).length + 8
  const end = first ? file.indexOf(text(first.name), afterEntry) : -1
  if (entry < 0 || end < 0) throw new Error(`Expected ${fileTypeKey} and a tensor`)
  return Buffer.concat([
    file.subarray(24, entry),
    file.subarray(afterEntry, end),
    ...[text('general.quantization_version'), u32(4), u32(2)],
    ...[text(fileTypeKey), u32(4), u32(mostlyQ8)],
  ])
}

function encoded({ name, type, shape, bytes }: GgufTensor, data: Buffer) {
  if (type.name !== 'f16') return { name, shape, typeId: type.id, data: data.subarray(0, bytes) }
  const quantized = ggmlType('q8_0')
  const elements = bytes / type.blockBytes
  const values = new Float32Array(elements)
  f16.decode(data, 0, values, 0, elements)
  const packed = Buffer.alloc(rowBytes(quantized, elements))
  q8_0.encode(values, 0, elements, packed, 0)
  return { name, shape, typeId: quantized.id, data: packed }
}

/** Tensors without a layer come first. */
function byLayerAndName(a: GgufTensor, b: GgufTensor): number {
  const layerOf = ({ name }: GgufTensor) => Number(/^blk\.(\d+)\./.exec(name)?.[1] ?? -1)
  return layerOf(a) - layerOf(b) || (a.name < b.name ? -1 : 1)
}

const padded = (bytes: number): number => Math.ceil(bytes / alignmentBytes) * alignmentBytes
const withPadding = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(padded(bytes.length) - bytes.length)])

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
const text = (value: string): Buffer => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)])
