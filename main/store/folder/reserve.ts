/** Disk space that SQLite needs to open a file and to delete from it when the disk is full. No new data may use it. */
import { randomBytes } from 'node:crypto'
import { appendFileSync, rmSync, statfsSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { isDiskFull } from '../../files/disk-space'

const mostBytes = 4 * 2 ** 20
const shareOfDisk = 1 / 16
const leastBytes = 64 * 2 ** 10

export class Reserve {
  private readonly path: string

  constructor(private readonly folder: string) {
    this.path = join(folder, 'reserve')
  }

  hold(): boolean {
    const held = this.bytes
    try {
      const { blocks, bsize } = statfsSync(this.folder)
      const bytes = Math.min(mostBytes, Math.floor(blocks * bsize * shareOfDisk))
      // Some file systems store zeros without using space.
      if (held < bytes) appendFileSync(this.path, randomBytes(bytes - held))
      return true
    } catch (error) {
      if (isDiskFull(error)) {
        this.keep(held)
        return false
      }
      console.warn('[data]', error)
      return true
    }
  }

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
