import { readFileSync, writeFileSync } from 'node:fs'
import { quantizedPocket } from '../native-models/testing/quantized-pocket'

const pocket = readFileSync(await quantizedPocket())

/** `name` must be at least as long as the embedded model's name. It is padded, because tensors start at a multiple of 32 bytes. */
export function writeNamedModel(path: string, name: string): void {
  const key = Buffer.from('general.name')
  // After the key come a 4-byte type, the length and the text.
  const at = pocket.indexOf(key) + key.length + 4
  const ownLength = Number(pocket.readBigUInt64LE(at))
  const rest = pocket.subarray(at + 8 + ownLength)
  const missing = (32 - ((Buffer.byteLength(name) - ownLength) % 32)) % 32
  const text = Buffer.from(name + 'x'.repeat(missing))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  writeFileSync(path, Buffer.concat([pocket.subarray(0, at), length, text, rest]))
}
