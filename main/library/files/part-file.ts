import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { coded } from '../../../core/contract/errors/coded-error'
import { openRegularFile } from '../../files/open-regular-file'
import { onDisk } from './file-failures'
import { hashInto } from './hash-file'

/** In the same folder as the final path, because a rename works only within one disk. */
export const partPathOf = (path: string): string => `${path}.unfinished`

const writtenAtOnce = 1 << 20
/** A single fsync at the end could take as long as the download. */
const syncedAtOnce = 1 << 25

export class PartFile {
  private handedBytes = 0
  private gathered: Uint8Array[] = []
  private gatheredBytes = 0
  private hash = createHash('sha256')
  /** Writes are sequential, so the file on the disk is always a prefix of the download. */
  private writing: Promise<void> = Promise.resolve()
  private unsyncedBytes = 0
  private syncing: Promise<void> | undefined

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
  ) {}

  /** Keeps existing bytes. Throws `disk-full`, `folder-unusable` and file errors. */
  static async open(path: string, signal?: AbortSignal): Promise<PartFile> {
    const part = await onDisk(path, async () => {
      await mkdir(dirname(path), { recursive: true })
      await assertNoLink(path)
      // On Linux, mode `a` ignores positions, but a restart writes at 0.
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

  get bytes(): number {
    return this.handedBytes + this.gatheredBytes
  }

  /** Returns before the bytes are written. If the write fails, a later call throws. */
  async append(chunk: Uint8Array): Promise<void> {
    this.hash.update(chunk)
    this.gathered.push(chunk)
    this.gatheredBytes += chunk.length
    if (this.gatheredBytes < writtenAtOnce) return
    await this.writing
    this.write()
  }

  async restart(): Promise<void> {
    await this.writing
    await onDisk(this.path, () => this.file.truncate(0))
    this.hash = createHash('sha256')
    this.handedBytes = 0
    this.gathered = []
    this.gatheredBytes = 0
  }

  /** Returns the SHA-256 once every byte is on the disk. */
  async finish(): Promise<string> {
    await this.flush()
    await this.syncing
    await onDisk(this.path, () => this.file.sync())
    return this.hash.digest('hex')
  }

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

  private write(): void {
    const [chunks, bytes] = [this.gathered, this.gatheredBytes]
    if (bytes === 0) return
    const position = this.handedBytes
    this.handedBytes += bytes
    this.gathered = []
    this.gatheredBytes = 0
    this.writing = onDisk(this.path, async () => {
      const { bytesWritten } = await this.file.writev(chunks, position)
      // The hash already includes bytes that are not in the file, so the file must be opened again.
      if (bytesWritten < bytes) throw coded('disk-full', { path: dirname(this.path) })
      this.syncWhenDue(bytes)
    })
    this.writing.catch(() => {})
  }

  private syncWhenDue(bytes: number): void {
    this.unsyncedBytes += bytes
    if (this.syncing || this.unsyncedBytes < syncedAtOnce) return
    this.unsyncedBytes = 0
    const syncing = onDisk(this.path, () => this.file.datasync())
    this.syncing = syncing
    syncing.then(
      () => {
        this.syncing = undefined
      },
      // The system reports this error only once, so `finish` throws it.
      () => {},
    )
  }
}

/** A link could lead to any file. Throws `folder-unusable`. */
async function assertNoLink(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => undefined)
  if (stats?.isSymbolicLink()) throw coded('folder-unusable', { path, reason: 'link-at-download' })
}

export const publish = (path: string): Promise<void> => onDisk(path, () => rename(partPathOf(path), path))
export const discard = (path: string): Promise<void> => onDisk(path, () => rm(partPathOf(path), { force: true }))
