import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { GgufHeader } from '../../../core/gguf/header'
import { type HeaderReading, readGgufHeader } from '../../../core/gguf/read-header'

/** Returns undefined if the path is not a file or core can't read the header. Throws Node's file errors. */
export async function readHeaderOf(path: string, reading: HeaderReading = {}): Promise<GgufHeader | undefined> {
  // Without O_NONBLOCK, opening a FIFO waits for a writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return undefined
    const read = async (offset: number, length: number) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    }
    const result = await readGgufHeader({ sizeBytes: stats.size, read }, reading)
    return result.ok ? result.header : undefined
  } finally {
    await file.close()
  }
}
