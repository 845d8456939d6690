import type { FileHandle } from 'node:fs/promises'
import { openRegularFile } from '../../files/open-regular-file'

const chunkBytes = 1 << 20

/** Throws `not-a-file`. */
export async function isSameContent(left: string, right: string): Promise<boolean> {
  const files: FileHandle[] = []
  try {
    for (const path of [left, right]) files.push(await openRegularFile(path))
    return await isSame(files[0] as FileHandle, files[1] as FileHandle)
  } finally {
    for (const file of files) await file.close()
  }
}

async function isSame(left: FileHandle, right: FileHandle): Promise<boolean> {
  if ((await left.stat()).size !== (await right.stat()).size) return false
  const [ours, theirs] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)]
  for (let at = 0; ; ) {
    const bytes = await fill(left, ours, at)
    if (bytes !== (await fill(right, theirs, at)) || ours.compare(theirs, 0, bytes, 0, bytes) !== 0) return false
    if (bytes < chunkBytes) return true
    at += bytes
  }
}

async function fill(file: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled
}
