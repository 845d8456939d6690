import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './running-host'

/** `name` must be at least as long as the embedded model's name. It is padded, because tensors start at a multiple of 32 bytes. */
export function writeNamedModel(path: string, name: string): void {
  const bytes = readFileSync(join(root, 'native-models/pocket/pocket-q8_0.gguf'))
  const key = Buffer.from('general.name')
  // After the key come a 4-byte type, the length and the text.
  const at = bytes.indexOf(key) + key.length + 4
  const ownLength = Number(bytes.readBigUInt64LE(at))
  const rest = bytes.subarray(at + 8 + ownLength)
  const missing = (32 - ((Buffer.byteLength(name) - ownLength) % 32)) % 32
  const text = Buffer.from(name + 'x'.repeat(missing))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  writeFileSync(path, Buffer.concat([bytes.subarray(0, at), length, text, rest]))
}
