/**
 * A fixture with 32-bit weights. The 4-bit weights of the fixtures round the activations to 8 bits, so the order of a sum changes their logits
 * as much as a foreign cell does: by 0.005 in ln p.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { memorySource } from '../../../../core/gguf/byte-window'
import { readGgufHeader } from '../../../../core/gguf/read-header'
import { text } from '../../../../core/gguf/testing/header-bytes'
import { withTensors } from '../../../../core/gguf/testing/with-tensors'
import { seededRandom } from '../../../../core/stats/seeded-random'

const f32 = 0

/** Replaces quantized weights by random ones of the same shape. */
export async function writeFullPrecision(from: string, to: string): Promise<void> {
  const file = readFileSync(from)
  const reading = await readGgufHeader(memorySource(file))
  if (!reading.ok) throw new Error(`Expected a model, got ${reading.code}`)
  const { tensors, dataOffset, alignmentBytes } = reading.header
  const random = seededRandom(1)
  const precise = tensors.map(({ name, shape, type, offsetBytes, bytes }) => {
    const start = dataOffset + offsetBytes
    const data = type.name === 'f32' ? file.subarray(start, start + bytes) : randomWeights(shape, random)
    return { name, shape, typeId: f32, data }
  })
  const metadataEnd = file.indexOf(Buffer.from(text(tensors[0]?.name ?? '')))
  writeFileSync(to, withTensors(file.subarray(0, metadataEnd), precise, alignmentBytes))
}

/** A product with a row has the magnitude of its input. */
function randomWeights(shape: readonly number[], random: () => number): Buffer {
  const count = shape.reduce((product, size) => product * size, 1)
  const most = Math.sqrt(3 / (shape[0] ?? 1))
  return Buffer.from(Float32Array.from({ length: count }, () => (2 * random() - 1) * most).buffer)
}
