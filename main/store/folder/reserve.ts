/** A file that keeps room which only deleting may use: SQLite needs room to open a file and to delete from it. See ./ground.ts. */
import { randomBytes } from 'node:crypto'
import { appendFileSync, rmSync, statfsSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { isDiskFull } from '../../files/disk-space'

/** More than the log of erasing a file of 1 GiB. */
const mostBytes = 4 * 2 ** 20
/** Limit on a small disk. */
const shareOfDisk = 1 / 16
/** A smaller reserve is useless. */
const leastBytes = 64 * 2 ** 10

export class Reserve {
  private readonly path: string

  constructor(private readonly folder: string) {
    this.path = join(folder, 'reserve')
  }

  /** Fills the reserve if needed. Returns false if the disk has no room. */
  hold(): boolean {
    const held = this.bytes
    try {
      const { blocks, bsize } = statfsSync(this.folder)
      const bytes = Math.min(mostBytes, Math.floor(blocks * bsize * shareOfDisk))
      // Random, because some file systems store zeros without using room.
      if (held < bytes) appendFileSync(this.path, randomBytes(bytes - held))
      return true
    } catch (error) {
      if (isDiskFull(error)) {
        this.keep(held)
        return false
      }
      // Not a lack of room: opening the database will report it.
      console.warn('[data]', error)
      return true
    }
  }

  /** Releases half. Returns false if nothing was left. */
  release(): boolean {
    const { bytes } = this
    if (bytes === 0) return false
    this.keep(bytes > leastBytes ? Math.floor(bytes / 2) : 0)
    return true
  }

  private get bytes(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0
  }
  private keep(bytes: number): void {
    if (bytes === 0) rmSync(this.path, { force: true })
    else truncateSync(this.path, bytes)
  }
}
