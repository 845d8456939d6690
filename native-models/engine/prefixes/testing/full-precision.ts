/**
 * A fixture with 32-bit weights. The 4-bit weights of the fixtures round the activations to 8 bits, so the order of a sum changes their logits
 * as much as a foreign cell does: by 0.005 in ln p.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { memorySource } from '../../../../core/gguf/byte-window'
import { readGgufHeader } from '../../../../core/gguf/read-header'
import { seededRandom } from '../../../../core/stats/seeded-random'

const f32 = 0

/** Replaces quantized weights by random ones of the same shape. */
export async function writeFullPrecision(from: string, to: string): Promise<void> {
  const file = readFileSync(from)
  const reading = await readGgufHeader(memorySource(file))
  if (!reading.ok) throw new Error(`Expected a model, got ${reading.code}`)
  const { tensors, dataOffset, alignmentBytes } = reading.header
  const random = seededRandom(1)
  const padding = (length: number) => Buffer.alloc((alignmentBytes - (length % alignmentBytes)) % alignmentBytes)
  const infos: Buffer[] = []
  const data: Buffer[] = []
  let offset = 0
  for (const { name, shape, type, offsetBytes, bytes } of tensors) {
    const start = dataOffset + offsetBytes
    const weights = type.name === 'f32' ? file.subarray(start, start + bytes) : randomWeights(shape, random)
    infos.push(named(name), u32(shape.length), ...shape.map(u64), u32(f32), u64(offset))
    data.push(weights, padding(weights.length))
    offset += weights.length + padding(weights.length).length
  }
  const metadataEnd = file.indexOf(named(tensors[0]?.name ?? ''))
  const header = Buffer.concat([file.subarray(0, metadataEnd), ...infos])
  writeFileSync(to, Buffer.concat([header, padding(header.length), ...data]))
}

/** A product with a row has the magnitude of its input. */
function randomWeights(shape: readonly number[], random: () => number): Buffer {
  const count = shape.reduce((product, size) => product * size, 1)
  const most = Math.sqrt(3 / (shape[0] ?? 1))
  return Buffer.from(Float32Array.from({ length: count }, () => (2 * random() - 1) * most).buffer)
}

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
const named = (name: string): Buffer => Buffer.concat([u64(Buffer.byteLength(name)), Buffer.from(name)])
