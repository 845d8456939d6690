/** Splits a model as llama-gguf-split does. `lies` replaces correct values with wrong ones. */
import { memorySource } from '../../../core/gguf/byte-window'
import { readGgufHeader } from '../../../core/gguf/read-header'
import { align } from '../../../core/gguf/read-tensors'
import { splitFileNames } from '../../../core/gguf/split-names'
import { ascii, tensor, text, u32, u64 } from '../../../core/gguf/testing/header-bytes'

export interface SplitLies {
  readonly numbers?: readonly (number | undefined)[]
  readonly tensorsInAll?: number
}

export async function splitGguf(
  file: Uint8Array,
  prefix: string,
  counts: readonly number[],
  lies: SplitLies = {},
): Promise<Map<string, Uint8Array>> {
  const reading = await readGgufHeader(memorySource(file))
  if (!reading.ok) throw new Error(`Expected a GGUF file, got ${reading.code}`)
  const { metadata, tensors, dataOffset, alignmentBytes } = reading.header
  const named = tensors[0] ? text(tensors[0].name) : []
  const metadataBytes = file.subarray(24, Buffer.from(file.buffer, file.byteOffset, dataOffset).lastIndexOf(Uint8Array.from(named)))
  const names = splitFileNames(`${prefix}-00001-of-${String(counts.length).padStart(5, '0')}.gguf`, counts.length) ?? []
  let next = 0
  return new Map(
    counts.map((count, part) => {
      const own = tensors.slice(next, next + count)
      next += count
      const number = lies.numbers ? lies.numbers[part] : part
      const entries = [
        ...(number === undefined ? [] : [[...text('split.no'), ...u32(2), number & 0xff, number >> 8]]),
        [...text('split.count'), ...u32(2), counts.length, 0],
        [...text('split.tensors.count'), ...u32(5), ...u32(lies.tensorsInAll ?? tensors.length)],
      ]
      let offset = 0
      const infos = own.flatMap(({ name, shape, type, bytes }) => {
        const at = offset
        offset += align(bytes, alignmentBytes)
        return tensor(name, shape, type.id, at)
      })
      const keys = (part === 0 ? metadata.size : 0) + entries.length
      const head = [
        ...ascii('GGUF'),
        ...u32(3),
        ...u64(own.length),
        ...u64(keys),
        ...(part === 0 ? metadataBytes : []),
        ...entries.flat(),
        ...infos,
      ]
      const start = align(head.length, alignmentBytes)
      const written = new Uint8Array(start + offset)
      written.set(head)
      offset = start
      for (const { offsetBytes, bytes } of own) {
        written.set(file.subarray(dataOffset + offsetBytes, dataOffset + offsetBytes + bytes), offset)
        offset += align(bytes, alignmentBytes)
      }
      return [names[part] ?? '', written]
    }),
  )
}
