import { open } from 'node:fs/promises'
import type { GgufHeader } from '../../core/gguf/header'
import { type HeaderReading, readGgufHeader } from '../../core/gguf/read-header'

/** undefined: the header is not one that core can read. Throws node's own errors. */
export async function readHeaderOf(path: string, reading: HeaderReading = {}): Promise<GgufHeader | undefined> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const read = async (offset: number, length: number) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    }
    const result = await readGgufHeader({ sizeBytes: size, read }, reading)
    return result.ok ? result.header : undefined
  } finally {
    await file.close()
  }
}
