import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { writeGgufHeader } from '../../core/gguf/testing/write-gguf'
import { workFolder } from '../paths'
import { type LlamaShape, planOf } from '../random-model'

const mergesKey = 'tokenizer.ggml.merges'
const base = { width: 1024, feedForward: 2816, heads: 16, kvHeads: 8, contextTokens: 131_072 }

export const largeVocabulary: LlamaShape = { ...base, name: 'vocabulary-150k', layers: 28, vocabulary: 150_000 }
export const manyTensors: LlamaShape = { ...base, name: 'tensors-1000', layers: 111, vocabulary: 1000 }

export function writeHeaderFile(
  shape: LlamaShape,
  dataBytes = 0,
): { readonly path: string; readonly headerBytes: number; readonly fileBytes: number } {
  const plan = planOf(shape, 'q8_0')
  const merges = Array.from({ length: 2 * shape.vocabulary }, (_, index) => `a${index} b${index % 977}`)
  const { bytes, fileBytes: least } = writeGgufHeader({
    ...plan,
    metadata: [...plan.metadata.filter(([key]) => key !== mergesKey), [mergesKey, 'arr', 'str', merges]],
  })
  const fileBytes = Math.max(least, bytes.length + dataBytes)
  mkdirSync(workFolder, { recursive: true })
  const path = join(workFolder, `${shape.name}-${fileBytes}.gguf`)
  const file = openSync(path, 'w')
  writeSync(file, bytes)
  ftruncateSync(file, fileBytes)
  closeSync(file)
  return { path, headerBytes: bytes.length, fileBytes }
}
