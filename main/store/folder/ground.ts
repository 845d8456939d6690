/**
 * Without a full reserve, the store adds no data, but still reads and deletes. If the folder was removed or replaced, writes go to an
 * unlinked file and are not acknowledged.
 */
import { statSync } from 'node:fs'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import { Emitter } from '../../../core/streams/emitter'
import type { Reserve } from './reserve'

export class Ground {
  /** null if the store has no problem. */
  trouble: Failure | null = null
  readonly troubleChanged = new Emitter<Failure | null>()
  private readonly file: string
  /** Identifies the write-ahead log, which has the latest acknowledged writes and stays the same file until the store closes. */
  private log = ''
  private freeings = 0

  constructor(
    private readonly folder: string,
    private readonly path: string,
    private readonly reserve: Reserve,
  ) {
    this.file = fileAt(path)
    this.holdReserve()
  }

  /** Call before adding data. Throws `disk-full` while the store can only read and delete. */
  assertRoom(): void {
    if (this.trouble?.code !== 'data-read-only' || this.freeings > 0) return
    if (!this.holdReserve()) throw coded('disk-full', { path: this.folder })
  }

  lookForRoom(): void {
    this.holdReserve()
  }

  /** Call after a write, before acknowledging it. Throws `store-failed`. */
  assertThere(): void {
    this.log ||= fileAt(`${this.path}-wal`)
    if (fileAt(this.path) === this.file && fileAt(`${this.path}-wal`) === this.log) {
      if (this.trouble?.code === 'data-folder-gone') this.tell(null)
      return
    }
    this.tell({ code: 'data-folder-gone', facts: { path: this.folder } })
    throw coded('store-failed', { path: this.folder, reason: { kind: 'folder-gone' } })
  }

  /** If `work` throws `disk-full`, releases part of the reserve and runs it again. */
  freeing<T>(work: () => T): T {
    this.freeings++
    try {
      return withReserve(this.reserve, work)
    } finally {
      this.freeings--
      if (this.freeings === 0) this.holdReserve()
    }
  }

  /** Call after the last write, so that the next start has a full reserve. */
  close(): void {
    if (this.trouble?.code !== 'data-folder-gone' && fileAt(this.path) === this.file) this.reserve.hold()
  }

  private holdReserve(): boolean {
    if (this.trouble?.code === 'data-folder-gone') return false
    const isHeld = this.reserve.hold()
    this.tell(isHeld ? null : { code: 'data-read-only', facts: { path: this.folder } })
    return isHeld
  }

  private tell(trouble: Failure | null): void {
    if (this.trouble?.code === trouble?.code) return
    this.trouble = trouble
    this.troubleChanged.emit(trouble)
  }
}

export function withReserve<T>(reserve: Reserve, work: () => T): T {
  for (;;)
    try {
      return work()
    } catch (error) {
      if (failureOf(error)?.code !== 'disk-full' || !reserve.release()) throw error
    }
}

function fileAt(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats ? `${stats.dev}.${stats.ino}` : ''
}
