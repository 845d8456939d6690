/**
 * A file on its way: appended to, hashed as it comes, and never under a name that a model could have.
 *
 * What an earlier run left is hashed once and gone on with. Nothing here knows where the bytes come from.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { coded } from '../../../core/contract/errors/coded-error'
import { openRegularFile } from '../../files/open-regular-file'
import { asFileFailure } from './file-failures'
import { hashInto } from './hash-file'

/** Beside the place where the file will be: the last rename stays on one disk. */
export const partPathOf = (path: string): string => `${path}.unfinished`

/** Gathered before they are written: a body comes in pieces of some ten KiB. */
const writtenAtOnce = 1 << 20
/** A system that was left alone would keep gigabytes in its memory, and the last step would take as long as all before. */
const syncedAtOnce = 1 << 25

export class PartFile {
  /** Bytes that were handed to the system, those of the write that is under way among them. */
  private handedBytes = 0
  private gathered: Uint8Array[] = []
  private gatheredBytes = 0
  /** Here and not in a thread of its own: on two cores, of which a server takes one, handing pieces over cost more than it won. */
  private hash = createHash('sha256')
  /** One at a time, so that what is on the disk is always a beginning of the file. */
  private writing: Promise<void> = Promise.resolve()
  private unsyncedBytes = 0
  private syncing: Promise<void> | undefined

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
      return new PartFile(path, await openRegularFile(path, constants.O_RDWR).catch(() => open(path, 'wx+')))
    })
    try {
      part.handedBytes = await onDisk(path, () => hashInto(part.hash, part.file, signal))
      return part
    } catch (error) {
      await part.file.close()
      throw error
    }
  }

  /** Bytes that have come, those that still wait to be written among them. */
  get bytes(): number {
    return this.handedBytes + this.gatheredBytes
  }

  /** While it is hashed and gathered, what came before is written. A write that failed throws with the next one. */
  async append(chunk: Uint8Array): Promise<void> {
    this.hash.update(chunk)
    this.gathered.push(chunk)
    this.gatheredBytes += chunk.length
    if (this.gatheredBytes < writtenAtOnce) return
    await this.writing
    this.write()
  }

  /** Begins anew, with nothing. */
  async restart(): Promise<void> {
    await this.writing
    await onDisk(this.path, () => this.file.truncate(0))
    this.hash = createHash('sha256')
    this.handedBytes = 0
    this.gathered = []
    this.gatheredBytes = 0
  }

  /** Its SHA-256, once everything is on the disk. */
  async finish(): Promise<string> {
    await this.flush()
    await this.syncing
    await onDisk(this.path, () => this.file.sync())
    return this.hash.digest('hex')
  }

  /** What has come stays for the next time. */
  async close(): Promise<void> {
    try {
      await this.flush()
    } finally {
      await this.syncing?.catch(() => {})
      await this.file.close()
    }
  }

  private async flush(): Promise<void> {
    await this.writing
    this.write()
    await this.writing
  }

  /** Begins to write what was gathered. The write before has to have ended. */
  private write(): void {
    const [chunks, bytes] = [this.gathered, this.gatheredBytes]
    if (bytes === 0) return
    const position = this.handedBytes
    this.handedBytes += bytes
    this.gathered = []
    this.gatheredBytes = 0
    this.writing = onDisk(this.path, async () => {
      const { bytesWritten } = await this.file.writev(chunks, position)
      // A disk that takes only a part of it is full; the hash has run ahead, and this file is opened anew.
      if (bytesWritten < bytes) throw coded('disk-full', { path: dirname(this.path) })
      this.syncNowAndThen(bytes)
    })
    // It is thrown where it is awaited next.
    this.writing.catch(() => {})
  }

  /** Brings to the disk what has come so far, beside what comes: at the end there is little left to wait for. */
  private syncNowAndThen(bytes: number): void {
    this.unsyncedBytes += bytes
    if (this.syncing || this.unsyncedBytes < syncedAtOnce) return
    this.unsyncedBytes = 0
    const syncing = onDisk(this.path, () => this.file.datasync())
    this.syncing = syncing
    syncing.then(
      () => {
        this.syncing = undefined
      },
      // It stays and is thrown at the end: a system tells of it only once.
      () => {},
    )
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
