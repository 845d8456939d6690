import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './running-host'

/** The embedded model under another name, at `path`: a name at least as long as its own, made longer until the tensors lie where they may. */
export function writeNamedModel(path: string, name: string): void {
  const bytes = readFileSync(join(root, 'native-models/pocket/pocket-q8_0.gguf'))
  const key = Buffer.from('general.name')
  // After the key: its type, 8 for text, then length and text.
  const at = bytes.indexOf(key) + key.length + 4
  const ownLength = Number(bytes.readBigUInt64LE(at))
  const rest = bytes.subarray(at + 8 + ownLength)
  // Tensors begin at a multiple of 32 bytes: what is put in must keep that.
  const missing = (32 - ((Buffer.byteLength(name) - ownLength) % 32)) % 32
  const text = Buffer.from(name + 'x'.repeat(missing))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  writeFileSync(path, Buffer.concat([bytes.subarray(0, at), length, text, rest]))
}
