import type { FileHandle } from 'node:fs/promises'
import type { ByteSource } from '../../../core/gguf/byte-window'
import { openRegularFile } from '../../files/open-regular-file'

/** Throws `not-a-file`. */
export async function withFileSource<T>(path: string, work: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await openRegularFile(path)
  try {
    const { size } = await file.stat()
    // The reader uses the bytes only until its next request.
    let buffer = Buffer.alloc(0)
    const read = (offset: number, length: number) => {
      if (buffer.length < length) buffer = Buffer.allocUnsafe(length)
      return readAt(file, offset, buffer.subarray(0, length))
    }
    return await work({ sizeBytes: size, read })
  } finally {
    await file.close()
  }
}

async function readAt(file: FileHandle, offset: number, buffer: Buffer): Promise<Uint8Array> {
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, offset + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
