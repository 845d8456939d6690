/** For tests: a disk of their own size, in memory, which only root can make, and only where it may mount anything. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounts it on this folder, which it makes where there is none. */
export function mountSmallDisk(folder: string, mebibytes: number): void {
  mkdirSync(folder, { recursive: true })
  mount('-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder)
}
export const unmount = (folder: string): void => void execFileSync('umount', ['-l', folder], { stdio: 'pipe' })

/** Nobody can write to it from now on, not even root. Nothing on it may be open for writing. */
export const makeReadOnly = (folder: string): void => mount('-o', 'remount,ro', folder)
export const makeWritable = (folder: string): void => mount('-o', 'remount,rw', folder)

const mount = (...args: string[]): void => void execFileSync('mount', args, { stdio: 'pipe' })

/** Takes all the room there is. Others may take some of it meanwhile. */
export function fillDisk(folder: string, name = 'filler'): void {
  const { bavail, bsize } = statfsSync(folder)
  try {
    writeFileSync(join(folder, name), Buffer.alloc(bavail * bsize))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Why this machine has no such disks; undefined: it has. */
export const noSmallDisks: string | undefined =
  process.platform !== 'linux' || process.getuid?.() !== 0 ? 'a disk of our own size needs Linux and root' : mountProblem()

function mountProblem(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-mount-'))
  try {
    mountSmallDisk(folder, 1)
    unmount(folder)
    return undefined
  } catch {
    // Root in a container may not mount anything.
    return 'this machine lets nobody mount a disk'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
