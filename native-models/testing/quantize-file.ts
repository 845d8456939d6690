import { readFile, writeFile } from 'node:fs/promises'
import { memorySource } from '../../core/gguf/byte-window'
import { ggmlType, rowBytes } from '../../core/gguf/ggml-types'
import type { GgufTensor } from '../../core/gguf/header'
import { readGgufHeader } from '../../core/gguf/read-header'
import { start, text, u32 } from '../../core/gguf/testing/header-bytes'
import { type TensorData, withTensors } from '../../core/gguf/testing/with-tensors'
import { f16 } from '../../core/lab/elements/plain'
import { q8_0 } from '../../core/lab/elements/q8_0'

const fileTypeKey = Buffer.from(text('general.file_type'))
/** `LLAMA_FTYPE_MOSTLY_Q8_0` in include/llama.h. */
const mostlyQ8 = 7

/**
 * Writes the q8_0 file of an f16 GGUF file, byte for byte as llama-quantize does: the file type at the end of the metadata, the
 * tensors by layer and name, matrices in q8_0, the rest unchanged.
 */
export async function quantizeFile(from: string, to: string): Promise<void> {
  const file = await readFile(from)
  const reading = await readGgufHeader(memorySource(file))
  if (!reading.ok) throw new Error(`Expected a model, got ${reading.code}`)
  const { metadata, tensors, dataOffset, alignmentBytes } = reading.header
  const sorted = [...tensors].sort(byLayerAndName).map((tensor) => encoded(tensor, file.subarray(dataOffset + tensor.offsetBytes)))
  const head = Buffer.concat([Buffer.from(start(tensors.length, metadata.size + 1)), metadataOf(file, tensors[0])])
  await writeFile(to, withTensors(head, sorted, alignmentBytes))
}

/** The bytes between the header's counts and the first tensor. */
function metadataOf(file: Buffer, first: GgufTensor | undefined): Buffer {
  const entry = file.indexOf(fileTypeKey)
  const afterEntry = entry + fileTypeKey.length + 8
  const end = first ? file.indexOf(Buffer.from(text(first.name)), afterEntry) : -1
  if (entry < 0 || end < 0) throw new Error('Expected general.file_type and a tensor')
  const version = Buffer.from([...text('general.quantization_version'), ...u32(4), ...u32(2)])
  const fileType = Buffer.concat([fileTypeKey, Buffer.from([...u32(4), ...u32(mostlyQ8)])])
  return Buffer.concat([file.subarray(24, entry), file.subarray(afterEntry, end), version, fileType])
}

function encoded({ name, type, shape, bytes }: GgufTensor, data: Buffer): TensorData {
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
