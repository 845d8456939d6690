import { readFileSync, writeFileSync } from 'node:fs'
import { memorySource } from '../../../../core/gguf/byte-window'
import { readGgufHeader } from '../../../../core/gguf/read-header'
import { seededRandom } from '../../../../core/stats/seeded-random'

export async function writeRandomWeights(from: string, to: string): Promise<void> {
  const file = readFileSync(from)
  const reading = await readGgufHeader(memorySource(file))
  if (!reading.ok) throw new Error(`Expected a model, got ${reading.code}`)
  const { tensors, dataOffset } = reading.header
  const random = seededRandom(1)
  for (const { type, offsetBytes, bytes } of tensors) {
    if (type.name !== 'f16') continue
    const start = dataOffset + offsetBytes
    // Random sign and fraction, with an exponent for 0.016 to 0.031.
    for (let at = start; at < start + bytes; at += 2) file.writeUInt16LE((Math.floor(random() * 0x10000) & 0x83ff) | 0x2400, at)
  }
  writeFileSync(to, file)
}
