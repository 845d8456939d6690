/**
 * Room on the disk that only deleting may take. SQLite needs some to open a file and to delete from it, and on a full disk there is none:
 * without this file nobody could free room through the app. See ./ground.ts.
 */
import { randomBytes } from 'node:crypto'
import { appendFileSync, rmSync, statfsSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/** What erasing a file of a gigabyte writes to its log, and more. */
const mostBytes = 4 * 2 ** 20
/** Of a small disk. */
const shareOfDisk = 1 / 16
/** Less is of no use: it all goes. */
const leastBytes = 64 * 2 ** 10

export class Reserve {
  private readonly path: string

  constructor(private readonly folder: string) {
    this.path = join(folder, 'reserve')
  }

  /** Takes the room if it is not taken already. Returns false if the disk has none. */
  hold(): boolean {
    const held = this.bytes
    try {
      const { blocks, bsize } = statfsSync(this.folder)
      const bytes = Math.min(mostBytes, Math.floor(blocks * bsize * shareOfDisk))
      // Random: some file systems store zeros without taking room.
      if (held < bytes) appendFileSync(this.path, randomBytes(bytes - held))
      return true
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOSPC' || code === 'EDQUOT') {
        this.keep(held)
        return false
      }
      // Not for lack of room: whether the folder can be used at all is for the database to say.
      console.warn('[data]', error)
      return true
    }
  }

  /** Gives half of it back: the rest is for another time. Returns false if nothing was left. */
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
