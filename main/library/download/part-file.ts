/**
 * A file on its way: appended to, hashed as it comes, and never under a name that a model could have.
 *
 * What an earlier run left is hashed once and gone on with. Nothing here knows where the bytes come from.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { coded } from '../../../core/contract/coded-error'
import { asFileFailure } from '../file-failures'
import { hashInto } from './hash-file'

/** Beside the place where the file will be: the last rename stays on one disk. */
export const partPathOf = (path: string): string => `${path}.unfinished`

/** Gathered before they are written: a body comes in pieces of some ten KiB. */
const gatheredBytes = 1 << 20

export class PartFile {
  private written = 0
  private gathered: Uint8Array[] = []
  private waiting = 0
  private hash = createHash('sha256')

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
  ) {}

  /** Opens it with what is there of it already. Throws `disk-full`, `folder-unusable` and the coded errors of files. */
  static async open(path: string, signal?: AbortSignal): Promise<PartFile> {
    const part = await onDisk(path, async () => {
      await mkdir(dirname(path), { recursive: true })
      await assertNoLink(path)
      // Not `a`: on Linux that ignores positions, and a restart has to write at 0 again.
      return new PartFile(path, await open(path, 'r+').catch(() => open(path, 'w+')))
    })
    try {
      await part.readWhatIsThere(signal)
      return part
    } catch (error) {
      await part.file.close()
      throw error
    }
  }

  /** Bytes that have come, those that still wait to be written among them. */
  get bytes(): number {
    return this.written + this.waiting
  }

  async append(chunk: Uint8Array): Promise<void> {
    this.hash.update(chunk)
    this.gathered.push(chunk)
    this.waiting += chunk.length
    if (this.waiting >= gatheredBytes) await this.flush()
  }

  /** Begins anew, with nothing. */
  async restart(): Promise<void> {
    await onDisk(this.path, () => this.file.truncate(0))
    this.hash = createHash('sha256')
    this.written = 0
    this.gathered = []
    this.waiting = 0
  }

  /** Its SHA-256, once everything is on the disk. */
  async finish(): Promise<string> {
    await this.flush()
    await onDisk(this.path, () => this.file.sync())
    return this.hash.digest('hex')
  }

  /** What has come stays for the next time. */
  async close(): Promise<void> {
    try {
      await this.flush()
    } finally {
      await this.file.close()
    }
  }

  private async flush(): Promise<void> {
    const chunks = this.gathered
    if (chunks.length === 0) return
    this.gathered = []
    this.waiting = 0
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    const { bytesWritten } = await onDisk(this.path, () => this.file.writev(chunks, this.written))
    this.written += bytesWritten
    // A disk that takes only a part of it is full; the hash has run ahead, and this file is opened anew.
    if (bytesWritten < bytes) throw coded('disk-full', { path: dirname(this.path) })
  }

  private async readWhatIsThere(signal: AbortSignal | undefined): Promise<void> {
    this.written = await onDisk(this.path, () => hashInto(this.hash, this.file, signal))
  }
}

/** A link could lead the bytes anywhere. Throws `folder-unusable`. */
async function assertNoLink(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => undefined)
  if (stats?.isSymbolicLink()) throw coded('folder-unusable', { path, reason: 'it is a link, where an unfinished download should be' })
}

/** Under its own name, all at once. */
export const publish = (path: string): Promise<void> => onDisk(path, () => rename(partPathOf(path), path))
export const discard = (path: string): Promise<void> => onDisk(path, () => rm(partPathOf(path), { force: true }))

/** Node's errors of a disk become the contract's. */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw code === 'ENOSPC' || code === 'EDQUOT' ? coded('disk-full', { path: dirname(path) }) : asFileFailure(error, path)
  }
}
