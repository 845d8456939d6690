/** Needs root, and permission to mount. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function mountSmallDisk(folder: string, mebibytes: number): void {
  mkdirSync(folder, { recursive: true })
  mount('-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder)
}
export const unmount = (folder: string): void => void execFileSync('umount', ['-l', folder], { stdio: 'pipe' })

/** Makes the disk read-only, even for root. No file on it may be open for writing. */
export const makeReadOnly = (folder: string): void => mount('-o', 'remount,ro', folder)
export const makeWritable = (folder: string): void => mount('-o', 'remount,rw', folder)

const mount = (...args: string[]): void => void execFileSync('mount', args, { stdio: 'pipe' })

export function fillDisk(folder: string, name = 'filler'): void {
  const { bavail, bsize } = statfsSync(folder)
  try {
    writeFileSync(join(folder, name), Buffer.alloc(bavail * bsize))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

export const noSmallDisks: string | undefined =
  process.platform !== 'linux' || process.getuid?.() !== 0 ? 'mounting a small disk needs Linux and root' : mountProblem()

function mountProblem(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-mount-'))
  try {
    mountSmallDisk(folder, 1)
    unmount(folder)
    return undefined
  } catch {
    return 'mounting a disk is not allowed on this machine'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
