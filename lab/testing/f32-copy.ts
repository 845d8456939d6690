/** A copy of a GGUF file with weights in f32, so that llama.cpp rounds nothing to f16. */
import { readFileSync, writeFileSync } from 'node:fs'
import { memorySource } from '../../core/gguf/byte-window'
import { type GgufValue, isGgufArray } from '../../core/gguf/header'
import { readGgufHeader } from '../../core/gguf/read-header'
import { type MetadataEntry, writeGgufHeader } from '../../core/gguf/testing/write-gguf'
import { codecNamed } from '../../core/lab/elements/codecs'
import { vocabularyTexts } from '../tokenizer/read-vocabulary'

export async function writeF32Copy(path: string, copyPath: string): Promise<void> {
  const file = readFileSync(path)
  const reading = await readGgufHeader(memorySource(file), { keptTexts: vocabularyTexts })
  if (!reading.ok) throw new Error(`Expected a model at ${path}, got ${reading.code}`)
  const { header } = reading
  const metadata = [...header.metadata].filter(([key]) => key !== 'general.file_type').map(([key, value]) => entryOf(key, value))
  const tensors = header.tensors.map(({ name, shape }) => ({ name, shape, type: 'f32' }))
  const { bytes, tensorRanges, fileBytes } = writeGgufHeader({ metadata, tensors })
  const copy = new Uint8Array(fileBytes)
  copy.set(bytes)
  header.tensors.forEach(({ type, offsetBytes }, index) => {
    const range = tensorRanges[index] as { offset: number; bytes: number }
    const elements = new Float32Array(range.bytes / 4)
    codecNamed(type.name)?.decode(file, header.dataOffset + offsetBytes, elements, 0, elements.length)
    copy.set(new Uint8Array(elements.buffer), range.offset)
  })
  writeFileSync(copyPath, copy)
}

/** Numbers get the types that llama.cpp expects. */
export function entryOf(key: string, value: GgufValue): MetadataEntry {
  if (isGgufArray(value)) return [key, 'arr', value.elementType, value.values] as MetadataEntry
  if (typeof value === 'string') return [key, 'str', value]
  if (typeof value === 'boolean') return [key, 'bool', value]
  return [key, /freq_base|epsilon/.test(key) ? 'f32' : 'u32', value] as MetadataEntry
}
