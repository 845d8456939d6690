import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { openRegularFile } from '../../files/open-regular-file'

const pieceBytes = 1 << 20

/** Throws `not-a-file`. */
export async function hashOfFile(path: string, signal?: AbortSignal): Promise<string> {
  const file = await openRegularFile(path)
  try {
    const hash = createHash('sha256')
    await hashInto(hash, file, signal)
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

export async function hashInto(hash: Hash, file: FileHandle, signal?: AbortSignal): Promise<number> {
  let [now, next] = [Buffer.allocUnsafe(pieceBytes), Buffer.allocUnsafe(pieceBytes)]
  let position = 0
  let { bytesRead } = await file.read(now, 0, pieceBytes, position)
  while (bytesRead > 0) {
    signal?.throwIfAborted()
    position += bytesRead
    const reading = file.read(next, 0, pieceBytes, position)
    hash.update(now.subarray(0, bytesRead))
    bytesRead = (await reading).bytesRead
    ;[now, next] = [next, now]
  }
  return position
}
