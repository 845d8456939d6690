/** The file repeats one random block. The block is so long that a compressor does not find the repetition. */
import { createHash, randomFillSync } from 'node:crypto'

export const blockBytes = 1 << 26
export const blocks = 8
export const fileBytes = blocks * blockBytes

export const randomBlock = (): Buffer => randomFillSync(Buffer.allocUnsafe(blockBytes))

export function hashOf(block: Uint8Array): string {
  const hash = createHash('sha256')
  for (let at = 0; at < blocks; at++) hash.update(block)
  return hash.digest('hex')
}
