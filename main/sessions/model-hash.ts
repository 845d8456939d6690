/**
 * Hashes the length, the header and 64 blocks of 64 KiB at equal distances, because reading 30 GiB takes a minute. Fine-tunes and other
 * quantizations differ in most blocks. Hashes files of up to 64 MiB whole.
 */
import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { openRegularFile } from '../files/open-regular-file'

const wholeBelowBytes = 1 << 26
const blocks = 64
const blockBytes = 1 << 16

/** `files` lists all parts in order, each with the length of its header. */
export async function modelHash(files: readonly { readonly path: string; readonly headerBytes: number }[]): Promise<string> {
  const hash = createHash('sha256')
  for (const { path, headerBytes } of files) await addFile(hash, path, headerBytes)
  return hash.digest('hex')
}

async function addFile(hash: Hash, path: string, headerBytes: number): Promise<void> {
  const file = await openRegularFile(path)
  try {
    const { size } = await file.stat()
    hash.update(`${size}\n`)
    if (size <= wholeBelowBytes) return await addRange(hash, file, 0, size)
    await addRange(hash, file, 0, headerBytes)
    const step = Math.floor((size - headerBytes) / blocks)
    for (let block = 0; block < blocks; block++) await addRange(hash, file, headerBytes + block * step, blockBytes)
  } finally {
    await file.close()
  }
}

async function addRange(hash: Hash, file: FileHandle, from: number, bytes: number): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(bytes, 1 << 20))
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, bytes - at), from + at)
    if (bytesRead === 0) return
    hash.update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}
